// Shows how users sign in and get back in; removes their factors and issues temporary access codes.

import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { NotifyUser } from '../../../pages/emails/account-notices.ts';
import type { LinkedIdentities } from '../../../users/linked-identities.ts';
import { lockUser } from '../../../users/ways-in.ts';
import { checkMayActAs } from '../../roles/may-act-on.ts';
import { type ApprovalDeps, requestAction } from '../approvals/approvals.ts';
import type { Call, Handlers } from '../handler.ts';
import { isoTime } from '../lists.ts';

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
  accessCode: { issuedBy: string; expiresAt: number } | undefined;
};

export type FactorDeps = ApprovalDeps & {
  /** Returns undefined for an unknown user. */
  findFactors(userId: string): Promise<Factors | undefined>;
  links: Pick<LinkedIdentities, 'unlink'>;
  /** Returns false if the user has no such passkey. */
  removePasskey(queries: Queries, userId: string, id: string): Promise<boolean>;
  notifyUser: NotifyUser;
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
    ...{ browser, system },
    lastUsedAt: isoTime(lastUsedAt),
  })),
  secondaryEmail: { email: rest.secondaryAddress, state: rest.secondaryEmail },
  accessCode: accessCode ? { ...accessCode, expiresAt: isoTime(accessCode.expiresAt) } : null,
});

/**
 * Locks the user. A single factor of an administrator cannot be removed: that would be a reset in parts, without a second
 * administrator. @throws `admin.not-found`, `admin.higher-role`, `admin.conflict`
 */
async function lockForRemoval(
  { now }: Pick<FactorDeps, 'now'>,
  { actor, queries }: Pick<Call, 'actor' | 'queries'>,
  userId: string,
) {
  if (!(await lockUser(queries, userId))) fail('admin.not-found');
  if ((await checkMayActAs(queries, actor, userId, now())).isAdministrator)
    fail('admin.conflict', { fields: { id: 'is an administrator, who needs a reset' } });
}

function createRemovals(deps: FactorDeps): Handlers<'unlinkIdentity' | 'removePasskey'> {
  const notify = (notice: 'google-unlinked' | 'passkey-removed', userId: string) =>
    deps.notifyUser(notice, { userId, language: 'uk' });
  return {
    async unlinkIdentity(call) {
      const { params, queries, record, afterCommit, request } = call;
      const { id: userId, method } = params;
      await lockForRemoval(deps, call, userId);
      if (!(await deps.links.unlink(queries, method, userId))) fail('admin.not-found');
      await record({ type: `${method}.unlinked`, userId });
      afterCommit(() => {
        logSecurityEvent(request.log, `${method}.unlinked`, { user: userId });
        notify(`${method}-unlinked`, userId);
      });
    },

    async removePasskey(call) {
      const { params, queries, record, afterCommit, request } = call;
      const { id: userId, passkeyId } = params;
      await lockForRemoval(deps, call, userId);
      if (!(await deps.removePasskey(queries, userId, passkeyId))) fail('admin.not-found');
      await record({ type: 'passkey.removed', userId });
      afterCommit(() => {
        logSecurityEvent(request.log, 'passkey.removed', { user: userId, passkey: passkeyId });
        notify('passkey-removed', userId);
      });
    },
  };
}

type Id = 'readFactors' | 'unlinkIdentity' | 'removePasskey' | 'resetFactors' | 'issueAccessCode';

export function createFactorHandlers(deps: FactorDeps): Handlers<Id> {
  return {
    async readFactors({ params: { id: userId }, record }) {
      const factors = await deps.findFactors(userId);
      if (!factors) return fail('admin.not-found');
      await record({ type: 'user.viewed', userId, details: { how: 'factors' } });
      return shown(factors);
    },

    ...createRemovals(deps),

    resetFactors: (call) =>
      requestAction(deps, call, { action: 'factors.reset', hours: null, ...call.body }),

    issueAccessCode: (call) =>
      requestAction(deps, call, { action: 'access-code.issue', ...call.body }),
  };
}
