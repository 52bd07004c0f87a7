// Shows how users sign in and get back in; resets their factors and issues temporary access codes.

import { type ApprovalDeps, requestAction } from '../../admin/approvals/approvals.ts';
import type { Handlers } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import { fail } from '../../errors.ts';
import { createRemovalHandlers, type RemovalDeps, type RemovalId } from './removals.ts';

type Used = { createdAt: number; lastUsedAt: number | null };

/** How a user signs in, without secrets and whole addresses. */
type Factors = {
  /** The names of enabled sign-in methods that the user has. */
  methods: readonly string[];
  google: { email: string | null; linkedAt: number } | undefined;
  passkeys: readonly (Used & { id: string; name: string })[];
  app: Used | undefined;
  codesLeft: number;
  browsers: readonly { browser: string | null; system: string | null; lastUsedAt: number }[];
  secondaryEmail: 'none' | 'unconfirmed' | 'waiting' | 'usable';
  secondaryAddress: string | null;
  newFactorsCountFrom: number | undefined;
  accessCode: { issuedBy: string; expiresAt: number } | undefined;
};

export type FactorDeps = ApprovalDeps &
  RemovalDeps & {
    /** Returns undefined for an unknown user. */
    findFactors(userId: string): Promise<Factors | undefined>;
  };

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
      const factors = await deps.findFactors(userId);
      if (!factors) return fail('admin.not-found');
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
