// Shows how users sign in and get back in; resets their factors and issues temporary access codes.

import { type ApprovalDeps, requestAction } from '../../admin/approvals/approvals.ts';
import type { Handlers } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import type { Database } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { type Factors, type ListDeps, listFactors } from './list-factors.ts';
import { createRemovalHandlers, type RemovalDeps, type RemovalId } from './removals.ts';

export type FactorDeps = ApprovalDeps &
  RemovalDeps &
  ListDeps & {
    db: Database;
    now: () => number;
  };

type Used = { createdAt: number; lastUsedAt: number | null };

const usedTimes = ({ createdAt, lastUsedAt }: Used) => ({
  createdAt: isoTime(createdAt),
  lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
});

const shown = ({ methods, google, passkeys, app, browsers, accessCode, ...rest }: Factors) => ({
  password: methods.includes('password'),
  diia: methods.includes('diia'),
  google: google ? { ...google, linkedAt: isoTime(google.linkedAt) } : null,
  passkeys: passkeys.map(({ id, name, ...times }) => ({ id, name, ...usedTimes(times) })),
  authenticatorApp: app ? usedTimes(app) : null,
  recoveryCodesLeft: rest.codesLeft,
  rememberedBrowsers: browsers.map(({ browser, system, lastUsedAt }) => ({
    browser,
    system,
    lastUsedAt: isoTime(lastUsedAt),
  })),
  secondaryEmail: { email: rest.secondaryAddress, state: rest.secondaryEmail },
  newFactorsCountFrom:
    rest.newFactorsCountFrom === undefined ? null : isoTime(rest.newFactorsCountFrom),
  accessCode: accessCode ? { ...accessCode, expiresAt: isoTime(accessCode.expiresAt) } : null,
});

type Id = 'readFactors' | 'resetFactors' | 'issueAccessCode';

export function createFactorHandlers(deps: FactorDeps): Handlers<Id | RemovalId> {
  return {
    async readFactors({ params: { id: userId }, record }) {
      const factors = (await listFactors(deps, userId)) ?? fail('admin.not-found');
      await record({ type: 'user.viewed', userId, details: { how: 'factors' } });
      return shown(factors);
    },

    ...createRemovalHandlers(deps),

    resetFactors: (call) =>
      requestAction(deps, call, { action: 'factors.reset', hours: null, ...call.body }),

    issueAccessCode: (call) =>
      requestAction(deps, call, { action: 'access-code.issue', ...call.body }),
  };
}
