// The second half of a recovery: the user chooses a new password or adds a passkey, and only then is signed in. In the same
// transaction second factors and remembered browsers go, and other sessions end. The level stays the first one.

import type { Language } from '@brama/contract/paths';
import type { PasskeyRegistration } from '@brama/contract/sign-in/passkey/schemas';
import type { FastifyRequest } from 'fastify';
import { newSecret } from '../crypto/secrets.ts';
import type { Queries } from '../database/connect.ts';
import { fail } from '../errors.ts';
import type { Change } from '../events/change.ts';
import type { PendingSignIn } from '../factors/pending-sign-ins.ts';
import { removeSecondFactors, voidLinksAndCodes } from '../factors/remove-factors.ts';
import type { Exchange } from '../http/exchange.ts';
import { requesterFor } from '../jobs/fair-queue.ts';
import type { EndedSession } from '../sessions/revocation.ts';
import type { User } from '../users/user.ts';
import { lockUser } from '../users/ways-in.ts';
import type { Recovery } from './context.ts';

export type RecoveredUser = { pending: PendingSignIn; user: User };

/** Returns the recovered user of this browser; undefined without one, or when the time is over. */
export async function findRecovered(
  { http, users }: Pick<Recovery, 'http' | 'users'>,
  request: FastifyRequest,
): Promise<RecoveredUser | undefined> {
  const pending = await http.pendingCookie.find(request);
  if (pending?.step !== 'recovered') return undefined;
  const user = await users.byId(pending.signIn.userId);
  return user && { pending, user };
}

type NewWay = {
  how: 'password' | 'passkey';
  hadPassword: boolean;
  ended: readonly EndedSession[];
};

/**
 * Removes what the user may have lost, in the transaction that sets up the new way to sign in. Suspends the roles of the user, unless
 * the recovery began with an access code, which administrators have approved. Both addresses of the user get an email.
 */
async function finish(
  { events, stores, roles }: Pick<Recovery, 'events' | 'stores' | 'roles'>,
  change: Change,
  { signIn: { userId }, recoveredBy }: PendingSignIn,
  { how, hadPassword, ended }: NewWay,
): Promise<void> {
  const { queries } = change;
  await removeSecondFactors(queries, userId);
  await voidLinksAndCodes(queries, userId);
  // another person may have begun it
  await stores.secondaryEmails.dropChange(queries, userId);
  const isApproved = recoveredBy === 'access-code';
  // the first administrators and users without email begin with a code: nothing is recovered
  const isFirst = isApproved && !hadPassword && (await events.store.isFirstSignIn(queries, userId));
  const alsoTo = await stores.secondaryEmails.findConfirmed(userId, queries);
  await change.record({
    type: 'recovery.used',
    // the mailbox or the code proves less than a sign-in
    actor: 'unknown',
    how,
    details: { sessions: ended.length },
    notice: { name: isFirst ? 'account-set-up' : 'account-recovered', alsoTo },
  });
  change.logEnded(ended, 'recovered');
  await (isApproved ? roles.restore(change, userId) : roles.suspend(change, userId));
}

/**
 * Sets the password and starts the session. Returns `second-factor` if the user must set one up before. @throws `password.refused`,
 * `recovery.over`, `busy`
 */
export async function setUpPassword(
  recovery: Recovery,
  { request, reply }: Exchange,
  { pending, user }: RecoveredUser,
  newPassword: string,
): Promise<'started' | 'second-factor'> {
  const { passwords, users, pendingSignIns, completeRecovery, ownChanges, now } = recovery;
  const { id: userId } = user;
  const issue = await passwords.validate(newPassword, user);
  if (issue) fail('password.refused', { fields: { newPassword: issue } });
  const from = await users.passwordHashOf(userId);
  const to = await passwords.hash(requesterFor(userId), newPassword);
  let change: Change | undefined;
  const result = await completeRecovery(request, reply, async (queries) => {
    // not only shared, because the password is changed below
    await lockUser(queries, userId);
    if (!(await pendingSignIns.take(queries, pending))) return undefined;
    change = ownChanges.begin(request, queries, userId);
    const ended = await passwords.store(change, request, { userId, from, to });
    // the password has changed meanwhile, or the user was disabled: the transaction is undone
    if (!ended) return fail('recovery.over');
    const hadPassword = from !== null;
    await finish(recovery, change, pending, { how: 'password', hadPassword, ended });
    return { ...pending.signIn, method: 'password', verifiedAt: now() };
  });
  if (result === 'refused') fail('recovery.over');
  await change?.committed();
  return result;
}

function ownerOf({ pendingSignIns }: Recovery, { pending }: RecoveredUser) {
  const { id, signIn } = pending;
  return {
    ...({ id, userId: signIn.userId, method: 'password', verifiedAt: signIn.verifiedAt } as const),
    isThere: (queries: Queries) => pendingSignIns.take(queries, pending),
  };
}

/** Returns the options for `navigator.credentials.create`. */
export async function recoveryPasskeyOptions(
  recovery: Recovery,
  recovered: RecoveredUser,
  language: Language,
) {
  const { passkeys } = recovery;
  return (passkeys ?? fail('request.not-found')).options(
    ownerOf(recovery, recovered),
    recovered.user,
    language,
  );
}

/** Returns the change of the password to one that no person knows; undefined if the user has none. */
async function unusablePassword({ users, passwords }: Recovery, userId: string) {
  const from = await users.passwordHashOf(userId);
  if (from === null) return undefined;
  return { from, to: await passwords.hash(requesterFor(userId), newSecret()) };
}

/**
 * Adds the passkey and starts the session. The password, which another person may have, becomes unusable; the user can still choose a new
 * one by email. @throws the error for the client. */
export async function setUpPasskey(
  recovery: Recovery,
  { request, reply }: Exchange,
  recovered: RecoveredUser,
  given: { credential: PasskeyRegistration; name?: string | undefined },
): Promise<void> {
  const { passkeys, users, completeSignIn, revokeUsers, ownChanges, now } = recovery;
  const { signIn } = recovered.pending;
  const { userId } = signIn;
  let change: Change | undefined;
  await (passkeys ?? fail('request.not-found')).add(
    request,
    ownerOf(recovery, recovered),
    given,
    async (store) => {
      const hashes = await unusablePassword(recovery, userId);
      return completeSignIn(request, reply, async (queries) => {
        change = ownChanges.begin(request, queries, userId);
        await store(change);
        // the password has changed meanwhile, or the user was disabled: the transaction is undone
        if (hashes && !(await users.setPassword(queries, userId, hashes)))
          return fail('recovery.over');
        const all = { users: [userId], scope: 'credentials', at: now() } as const;
        const ended = await revokeUsers(queries, all);
        const hadPassword = hashes !== undefined;
        await finish(recovery, change, recovered.pending, { how: 'passkey', hadPassword, ended });
        return { ...signIn, method: 'passkey', verifiedAt: now() };
      });
    },
  );
  await change?.committed();
}
