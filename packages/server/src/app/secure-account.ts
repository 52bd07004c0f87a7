// Composes “This wasn’t me”: what besides sessions and the password another person may have left, and how the user gets back in.

import type { ActivityPage } from '@brama/contract/api/activity';
import { createSecureAccount } from '../account/secure-account.ts';
import type { OwnChanges } from '../changes/own-changes.ts';
import type { Queries } from '../database/connect.ts';
import { removeRecentFactors } from '../factors/remove-factors.ts';
import type { SignedIn } from '../sessions/store.ts';
import type { SignInMethod } from '../sign-in/method.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { canSignInBy } from '../users/ways-in.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { revokeUsers } from './revoke-users.ts';

/** Ways to sign in that are younger may be those of the other person. The user can add them again. */
const recentMs = 30 * 24 * 3_600_000;

/**
 * Removes recent passkeys and second factors, and a Google account that was linked by hand recently. An account that was linked by
 * its address stays, because its issuer confirms that the address belongs to the user.
 */
function createRemoveRecent({ now }: ServerDeps, { events, factors, links }: Core) {
  return async (queries: Queries, userId: string) => {
    const since = now() - recentMs;
    await factors.passkeys.removeSince(queries, userId, since);
    await removeRecentFactors(queries, userId, since);
    await factors.usable.removeCodesWithoutFactor(queries, userId);
    const linked = await events.store.lastOf(queries, userId, ['google.linked']);
    if (linked && linked.at > since && linked.details.how === 'by-hand')
      await links.unlink(queries, 'google', userId);
  };
}

function createRecoveryOf({ config, db, mailer }: ServerDeps, { users, links }: Core) {
  const enabled = methodsOn(config);
  return async ({ user }: SignedIn): Promise<ActivityPage['recovery']> => {
    const canReset = mailer !== undefined && user.email !== null;
    if (canReset && (await users.hasPassword(user.id))) return 'email';
    const hasDiia = enabled.includes('diia') && (await canSignInBy(db, user.id, ['diia']));
    const hasGoogle = enabled.includes('google') && (await links.findForUser('google', user.id));
    return hasDiia || hasGoogle ? 'other-method' : 'support';
  };
}

export function composeSecureAccount(
  deps: ServerDeps,
  core: Core,
  { methods, ownChanges }: { methods: readonly SignInMethod[]; ownChanges: OwnChanges },
) {
  return {
    recoveryOf: createRecoveryOf(deps, core),
    secureAccount: createSecureAccount({
      users: core.users,
      sessionCookie: core.sessionCookie,
      ownChanges,
      revokeUsers,
      hash: (password) => deps.hasher.hash(password),
      lacksFactor: (session, queries) => core.factors.changes.lacksFactor(session, queries),
      removeRecent: createRemoveRecent(deps, core),
      findSecondaryEmail: (queries, userId) =>
        core.factors.secondaryEmails.findConfirmed(userId, queries),
      leave(request, reply) {
        for (const method of methods) method.onSignOut?.(request, reply);
      },
      now: deps.now,
    }),
  };
}
