// Removes single factors of users.

import type { RemovableFactor } from '@brama/contract/admin/user-access/factors';
import type { AccountNotice } from '@brama/contract/events/event-table';
import type { Call, Handlers } from '../../admin/handler.ts';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { fail } from '../../errors.ts';
import type { PasskeyStore } from '../../factors/passkey-store.ts';
import { removeFactor } from '../../factors/remove-factors.ts';
import type { UsableFactors } from '../../factors/usable-factors.ts';
import type { NotifyUser } from '../../pages/emails/account-notices.ts';
import type { LinkedIdentities } from '../../users/linked-identities.ts';
import { checkMayActAs } from '../../users/roles/may-act-on.ts';
import { lockUser } from '../../users/ways-in.ts';

export type RemovalDeps = {
  links: LinkedIdentities;
  passkeys: PasskeyStore;
  usableFactors: UsableFactors;
  notifyUser: NotifyUser;
  now: () => number;
};

export type RemovalId = 'unlinkIdentity' | 'removePasskey' | 'removeFactor';

/** The event, and the email to the user. */
const removals = {
  'authenticator-app': { type: 'second-factor.removed', notice: 'second-factor-removed' },
  'remembered-browsers': { type: 'browser.forgotten', notice: undefined },
  'secondary-email': { type: 'secondary-email.removed', notice: 'secondary-email-removed' },
  'access-code': { type: 'access-code.revoked', notice: undefined },
} as const satisfies Record<RemovableFactor, object>;

/**
 * Locks the user. A single factor of an administrator cannot be removed: that would be a reset in parts, without a second
 * administrator. @throws `admin.not-found`, `admin.higher-role`, `admin.conflict`
 */
async function lockForRemoval(
  { now }: Pick<RemovalDeps, 'now'>,
  { actor, queries }: Pick<Call, 'actor' | 'queries'>,
  userId: string,
) {
  if (!(await lockUser(queries, userId))) fail('admin.not-found');
  if ((await checkMayActAs(queries, actor, userId, now())).isAdministrator)
    fail('admin.conflict', { fields: { id: 'is an administrator: use factors/reset' } });
}

export function createRemovalHandlers(deps: RemovalDeps): Handlers<RemovalId> {
  const notify = (notice: AccountNotice, userId: string) =>
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
      if (!(await deps.passkeys.remove(queries, userId, passkeyId))) fail('admin.not-found');
      await deps.usableFactors.removeCodesWithoutFactor(queries, userId);
      await record({ type: 'passkey.removed', userId });
      afterCommit(() => {
        logSecurityEvent(request.log, 'passkey.removed', { user: userId, passkey: passkeyId });
        notify('passkey-removed', userId);
      });
    },

    async removeFactor(call) {
      const { params, queries, record, afterCommit, request } = call;
      const { id: userId, factor } = params;
      await lockForRemoval(deps, call, userId);
      if (!(await removeFactor(queries, userId, factor))) fail('admin.not-found');
      await deps.usableFactors.removeCodesWithoutFactor(queries, userId);
      const { type, notice } = removals[factor];
      await record({ type, userId });
      afterCommit(() => {
        if (type !== 'access-code.revoked') logSecurityEvent(request.log, type, { user: userId });
        if (notice) notify(notice, userId);
      });
    },
  };
}
