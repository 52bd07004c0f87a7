// “This wasn’t me”: ends everything that another person may use as this user. All sessions, sign-in tickets, tokens of applications
// and devices, trusted devices, remembered browsers and reset links end. The password becomes one that no person knows.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnChanges } from '../changes/own-changes.ts';
import { newSecret } from '../crypto/secrets.ts';
import type { Queries } from '../database/connect.ts';
import { fail } from '../errors.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { endsFactorWait, findCountFrom, startFactorWait } from '../sessions/factor-wait.ts';
import type { RevokeUsers } from '../sessions/revocation.ts';
import type { Session } from '../sessions/session.ts';
import type { SignedIn } from '../sessions/store.ts';
import type { UserStore } from '../users/store.ts';

export type SecureAccountDeps = {
  users: UserStore;
  sessionCookie: SessionCookie;
  ownChanges: OwnChanges;
  revokeUsers: RevokeUsers;
  /** Returns the hash of a password. */
  hash(password: string): Promise<string>;
  /** Returns whether the user has a second factor that the session has not shown. */
  lacksFactor(session: Session, queries: Queries): Promise<boolean>;
  /** Removes what another person may have added: linked accounts, passkeys and second factors. */
  removeRecent(queries: Queries, userId: string): Promise<void>;
  /** Returns the confirmed secondary address of the user. */
  findSecondaryEmail(queries: Queries, userId: string): Promise<string | undefined>;
  /** Removes what sign-in methods keep in this browser. */
  leave(request: FastifyRequest, reply: FastifyReply): void;
  now: () => number;
};

/** A change of the password at the same moment makes one attempt fail. */
const maxAttempts = 5;

/**
 * Removes what is recent. If the user loses a second factor that this session has not shown, new ones do not count for some days. The
 * other person may have sent this request. Returns from when they count.
 */
async function removeRecent(
  deps: Pick<SecureAccountDeps, 'lacksFactor' | 'removeRecent' | 'now'>,
  queries: Queries,
  session: Session,
): Promise<number | undefined> {
  const { userId } = session;
  const isWaiting = (await findCountFrom(queries, userId, deps.now())) !== undefined;
  const lackedFactor = await deps.lacksFactor(session, queries);
  await deps.removeRecent(queries, userId);
  if (endsFactorWait(session)) return undefined;
  // in a wait the session can have shown only a factor that may be that of the other person
  const mustWait = isWaiting || (lackedFactor && !(await deps.lacksFactor(session, queries)));
  return mustWait ? startFactorWait(queries, userId, deps.now()) : undefined;
}

/**
 * Returns false, without a change, if the password has changed meanwhile. A session that another person has ended a moment before is
 * enough.
 */
function revokeAll(
  deps: SecureAccountDeps,
  request: FastifyRequest,
  session: Session,
  hashes: { from: string; to: string } | undefined,
): Promise<boolean> {
  const { users, ownChanges, revokeUsers, now } = deps;
  const { userId } = session;
  return ownChanges.run(request, session, 'user', async ({ change, queries }) => {
    if (hashes && !(await users.setPassword(queries, userId, hashes))) return false;
    const factorsCountFrom = await removeRecent(deps, queries, session);
    // another person may read the mailbox of the primary address; a recent secondary address is removed by now
    const alsoTo = await deps.findSecondaryEmail(queries, userId);
    const scope = 'credentials';
    const ended = await revokeUsers(queries, { users: [userId], scope, at: now() });
    await change.record({
      type: 'account.secured',
      details: { sessions: ended.length },
      notice: { name: 'account-secured', alsoTo, factorsCountFrom },
    });
    change.logEnded(ended, 'secured');
    return true;
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
      if (!(await revokeAll(deps, request, signedIn.session, hashes))) continue;
      deps.sessionCookie.clear(reply);
      deps.leave(request, reply);
      return signedIn;
    }
    throw new Error(`the password was changed ${maxAttempts} times meanwhile`);
  };
}
