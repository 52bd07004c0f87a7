// Removes single factors of users.

import type { RemovableFactor } from '@brama/contract/admin/user-access/factors';
import type { Call, Handlers } from '../../admin/handler.ts';
import { fail } from '../../errors.ts';
import type { Happened } from '../../events/change.ts';
import type { PasskeyStore } from '../../factors/passkey-store.ts';
import { removeFactor } from '../../factors/remove-factors.ts';
import type { UsableFactors } from '../../factors/usable-factors.ts';
import type { LinkedIdentities } from '../../users/linked-identities.ts';
import { checkMayActAs } from '../../users/roles/may-act-on.ts';
import { lockUser } from '../../users/ways-in.ts';

export type RemovalDeps = {
  links: LinkedIdentities;
  passkeys: PasskeyStore;
  usableFactors: UsableFactors;
  now: () => number;
};

export type RemovalId = 'unlinkIdentity' | 'removePasskey' | 'removeFactor';

/** The event, with the email to the user. */
const removals = {
  'authenticator-app': {
    type: 'second-factor.removed',
    notice: { name: 'second-factor-removed' },
  },
  'remembered-browsers': { type: 'browser.forgotten' },
  'secondary-email': {
    type: 'secondary-email.removed',
    notice: { name: 'secondary-email-removed' },
  },
  'access-code': { type: 'access-code.revoked' },
} as const satisfies Record<RemovableFactor, Happened>;

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
  return {
    async unlinkIdentity(call) {
      const { params, queries, record } = call;
      const { id: userId, method } = params;
      await lockForRemoval(deps, call, userId);
      if (!(await deps.links.unlink(queries, method, userId))) fail('admin.not-found');
      const notice = { name: `${method}-unlinked` } as const;
      await record({ type: `${method}.unlinked`, userId, notice });
    },

    async removePasskey(call) {
      const { params, queries, record } = call;
      const { id: userId, passkeyId: passkey } = params;
      await lockForRemoval(deps, call, userId);
      if (!(await deps.passkeys.remove(queries, userId, passkey))) fail('admin.not-found');
      await deps.usableFactors.removeCodesWithoutFactor(queries, userId);
      await record({
        type: 'passkey.removed',
        userId,
        passkey,
        notice: { name: 'passkey-removed' },
      });
    },

    async removeFactor(call) {
      const { params, queries, record } = call;
      const { id: userId, factor } = params;
      await lockForRemoval(deps, call, userId);
      if (!(await removeFactor(queries, userId, factor))) fail('admin.not-found');
      await deps.usableFactors.removeCodesWithoutFactor(queries, userId);
      await record({ ...removals[factor], userId });
    },
  };
}
