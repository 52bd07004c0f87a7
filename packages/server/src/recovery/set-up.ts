// The second half of a recovery: the user chooses a new password or adds a passkey, and only then is signed in. In the same
// transaction second factors and remembered browsers go, and other sessions end. The level stays the first one.

import type { Language } from '@brama/contract/paths';
import type { PasskeyRegistration } from '@brama/contract/sign-in/passkey/schemas';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../audit/security-events.ts';
import { newSecret } from '../crypto/secrets.ts';
import type { Queries } from '../database/connect.ts';
import { fail } from '../errors.ts';
import type { PendingSignIn } from '../factors/pending-sign-ins.ts';
import { removeSecondFactors, voidLinksAndCodes } from '../factors/remove-factors.ts';
import type { Exchange } from '../http/exchange.ts';
import { eventOriginOf } from '../http/limits/event-origin.ts';
import { responseLanguage } from '../pages/language/language.ts';
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

/**
 * Removes what the user may have lost, in the transaction that sets up the new way to sign in. Suspends the roles of the user, unless
 * the recovery began with an access code, which administrators have approved. Returns what announces the change of the roles.
 */
async function finish(
  { events, stores, roles }: Pick<Recovery, 'events' | 'stores' | 'roles'>,
  queries: Queries,
  request: FastifyRequest,
  { signIn: { userId }, recoveredBy }: PendingSignIn,
  { how, sessions }: { how: 'password' | 'passkey'; sessions: number },
): Promise<(() => void) | undefined> {
  await removeSecondFactors(queries, userId);
  await voidLinksAndCodes(queries, userId);
  // another person may have begun it
  await stores.secondaryEmails.dropChange(queries, userId);
  const details = { how, sessions };
  await events.store.record(queries, {
    type: 'recovery.used',
    // the mailbox or the code proves less than a sign-in
    actor: 'unknown',
    userId,
    ...eventOriginOf(request),
    details,
  });
  const isApproved = recoveredBy === 'access-code';
  return isApproved
    ? roles.restore(queries, request, userId)
    : roles.suspend(queries, request, userId);
}

/** Logs the recovery, and notifies both addresses of the user. */
async function announce(
  { notifyUser, stores }: Recovery,
  request: FastifyRequest,
  { userId, how, ended }: { userId: string; how: string; ended: readonly EndedSession[] },
) {
  logSecurityEvent(request.log, 'recovery.used', { user: userId, how });
  for (const { uid: session } of ended)
    logSecurityEvent(request.log, 'session.ended', { session, user: userId, reason: 'recovered' });
  const alsoTo = await stores.secondaryEmails.findConfirmed(userId);
  const about = { language: responseLanguage(request), origin: eventOriginOf(request), alsoTo };
  notifyUser('account-recovered', { userId, ...about });
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
  const { passwords, users, pendingSignIns, completeRecovery, now } = recovery;
  const { id: userId } = user;
  const issue = await passwords.validate(newPassword, user);
  if (issue) fail('password.refused', { fields: { newPassword: issue } });
  const from = await users.passwordHashOf(userId);
  const to = await passwords.hash({ group: userId, source: '', isTrusted: false }, newPassword);
  let ended: readonly EndedSession[] = [];
  let announceRoles: (() => void) | undefined;
  const result = await completeRecovery(request, reply, async (queries) => {
    // not only shared, because the password is changed below
    await lockUser(queries, userId);
    if (!(await pendingSignIns.take(queries, pending))) return undefined;
    const stored = await passwords.store(queries, request, { userId, from, to });
    // the password has changed meanwhile, or the user was disabled: the transaction is undone
    if (!stored) return fail('recovery.over');
    ended = stored;
    const about = { how: 'password', sessions: ended.length } as const;
    announceRoles = await finish(recovery, queries, request, pending, about);
    return { ...pending.signIn, method: 'password', verifiedAt: now() };
  });
  if (result === 'refused') fail('recovery.over');
  logSecurityEvent(request.log, 'password.changed', { user: userId, how: 'recovered' });
  await announce(recovery, request, { userId, how: 'password', ended });
  announceRoles?.();
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
  const requester = { group: userId, source: '', isTrusted: false };
  return { from, to: await passwords.hash(requester, newSecret()) };
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
  const { passkeys, users, completeSignIn, revokeUsers, now } = recovery;
  const { signIn } = recovered.pending;
  const { userId } = signIn;
  let ended: readonly EndedSession[] = [];
  let announceRoles: (() => void) | undefined;
  await (passkeys ?? fail('request.not-found')).add(
    request,
    ownerOf(recovery, recovered),
    given,
    async (store) => {
      const hashes = await unusablePassword(recovery, userId);
      return completeSignIn(request, reply, async (queries) => {
        await store(queries);
        // the password has changed meanwhile, or the user was disabled: the transaction is undone
        if (hashes && !(await users.setPassword(queries, userId, hashes)))
          return fail('recovery.over');
        ended = await revokeUsers(queries, { users: [userId], scope: 'credentials', at: now() });
        const about = { how: 'passkey', sessions: ended.length } as const;
        announceRoles = await finish(recovery, queries, request, recovered.pending, about);
        return { ...signIn, method: 'passkey', verifiedAt: now() };
      });
    },
  );
  await announce(recovery, request, { userId, how: 'passkey', ended });
  announceRoles?.();
}
