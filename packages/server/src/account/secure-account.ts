// “This wasn’t me”: ends everything that another person may use as this user. All sessions, sign-in tickets, tokens of applications
// and devices, trusted devices, remembered browsers and reset links end. The password becomes one that no person knows.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../audit/security-events.ts';
import { newSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { fail } from '../errors.ts';
import type { EventStore } from '../events/store.ts';
import { eventOriginOf } from '../http/limits/event-origin.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { NotifyUser } from '../pages/emails/account-notices.ts';
import { rememberedLanguage } from '../pages/language/language.ts';
import type { EndedSession, RevokeUsers } from '../sessions/revocation.ts';
import type { SignedIn } from '../sessions/store.ts';
import type { UserStore } from '../users/store.ts';
import { lockUser } from '../users/ways-in.ts';

export type SecureAccountDeps = {
  db: Database;
  users: Pick<UserStore, 'passwordHashOf' | 'setPassword'>;
  sessionCookie: SessionCookie;
  events: Pick<EventStore, 'record'>;
  revokeUsers: RevokeUsers;
  notifyUser: NotifyUser;
  /** Returns the hash of a password. */
  hash(password: string): Promise<string>;
  /** Unlinks accounts that another person may have linked. */
  unlinkRecent(queries: Queries, userId: string): Promise<void>;
  /** Removes what sign-in methods keep in this browser. */
  leave(request: FastifyRequest, reply: FastifyReply): void;
  now: () => number;
};

/** A change of the password at the same moment makes one attempt fail. */
const maxAttempts = 5;

/** Returns the ended sessions; undefined if the password has changed meanwhile. */
function revokeAll(
  deps: SecureAccountDeps,
  request: FastifyRequest,
  { session, user }: SignedIn,
  hashes: { from: string; to: string } | undefined,
): Promise<EndedSession[] | undefined> {
  const { db, users, events, revokeUsers, unlinkRecent, now } = deps;
  const { id: userId } = user;
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    if (hashes && !(await users.setPassword(transaction, userId, hashes))) return undefined;
    await unlinkRecent(transaction, userId);
    const scope = 'credentials';
    const ended = await revokeUsers(transaction, { users: [userId], scope, at: now() });
    const details = { sessions: ended.length };
    const origin = { sessionUid: session.uid, ...eventOriginOf(request) };
    await events.record(transaction, { type: 'account.secured', userId, ...origin, details });
    return ended;
  });
}

async function replacedHash({ users, hash }: SecureAccountDeps, userId: string) {
  const from = await users.passwordHashOf(userId);
  return from === null ? undefined : { from, to: await hash(newSecret()) };
}

export function createSecureAccount(deps: SecureAccountDeps) {
  /** Signs the user out everywhere. Returns the user. @throws `session.required` */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> => {
    const signedIn = (await deps.sessionCookie.signedIn(request)) ?? fail('session.required');
    const { id: user } = signedIn.user;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const hashes = await replacedHash(deps, user);
      const ended = await revokeAll(deps, request, signedIn, hashes);
      if (!ended) continue;
      logSecurityEvent(request.log, 'account.secured', { user });
      for (const { uid: session } of ended)
        logSecurityEvent(request.log, 'session.ended', { session, user, reason: 'secured' });
      deps.sessionCookie.clear(reply);
      deps.leave(request, reply);
      const about = { language: rememberedLanguage(request), origin: eventOriginOf(request) };
      deps.notifyUser('account-secured', { userId: user, ...about });
      return signedIn;
    }
    throw new Error(`the password was changed ${maxAttempts} times meanwhile`);
  };
}
