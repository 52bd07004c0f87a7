// A signed-in user changes their password, or sets a first one: the current one is asked for, or a sign-in of this very
// moment. All else the user has open ends; this session goes on under another secret.

import type { ChangePasswordRequest } from '@brama/contract/sign-in/password/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { SessionCookie } from '../../../http/session-cookie.ts';
import type { EndedSession, RevokeUsers } from '../../../sessions/revocation.ts';
import type { Session } from '../../../sessions/session.ts';
import type { SessionStore, SignedIn } from '../../../sessions/store.ts';
import type { PasswordChoice } from '../../../users/password-choice.ts';
import { normalizePassword } from '../../../users/password-policy.ts';
import type { Credentials } from '../../../users/store.ts';
import type { User } from '../../../users/user.ts';
import type { Authenticate } from '../authenticate.ts';
import type { HashQueue } from '../hashing/hash-queue.ts';
import type { Hasher } from '../hashing/hasher.ts';
import type { PasswordResets } from '../reset/token-store.ts';

export type ChangeDeps = {
  db: Database;
  authenticate: Authenticate;
  faultOf: PasswordChoice;
  hasher: Pick<Hasher, 'hash'>;
  hashQueue: Pick<HashQueue, 'run'>;
  findCredentials(username: string): Promise<Credentials | undefined>;
  setPassword(
    queries: Queries,
    userId: string,
    hashes: { from: string | null; to: string },
  ): Promise<boolean>;
  sessionCookie: SessionCookie;
  sessions: Pick<SessionStore, 'rotate'>;
  revokeUsers: RevokeUsers;
  resets: Pick<PasswordResets, 'voidFor'>;
  /** Where the user has signed in from; `keep` is the browser that stays known. */
  forgetDevices(queries: Queries, userId: string, keep?: FastifyRequest): Promise<void>;
  now: () => number;
};

/** As for linking an account: an open computer is not enough for another way in. */
const freshMs = 10 * 60_000;

/** What is asked for before a password is set. */
export type RequiredConfirmation = 'current-password' | 'recent-sign-in' | 'nothing';

/** That a user has chosen a password, and each session it has ended. */
export function logPasswordChange(
  { log }: FastifyRequest,
  user: string,
  { how, ended }: { how: 'changed' | 'set' | 'reset'; ended: readonly EndedSession[] },
) {
  logSecurityEvent(log, 'password.changed', { user, how });
  for (const { uid: session } of ended)
    logSecurityEvent(log, 'session.ended', { session, user, reason: 'password-changed' });
}

export function createChange(deps: ChangeDeps) {
  const { db, authenticate, sessionCookie, sessions, now } = deps;

  async function requiredConfirmation({ session, user }: SignedIn): Promise<RequiredConfirmation> {
    const credentials = await deps.findCredentials(user.username);
    if (credentials?.passwordHash) return 'current-password';
    return isFresh(session) ? 'nothing' : 'recent-sign-in';
  }

  const isFresh = ({ verifiedAt }: Session) => now() - verifiedAt <= freshMs;

  /** @throws `password.refused` */
  async function checkChoice(
    { newPassword, currentPassword = '' }: ChangePasswordRequest,
    user: User,
  ) {
    const isSame = normalizePassword(newPassword) === normalizePassword(currentPassword);
    const fault = isSame ? 'same' : await deps.faultOf(newPassword, user);
    if (fault) fail('password.refused', { fields: { newPassword: fault } });
  }

  /** The hash of the password until now. @throws `password.wrong`, `sign-in.throttled`, `busy` */
  async function verifiedHash(request: FastifyRequest, user: User, password: string | undefined) {
    if (password === undefined) fail('password.wrong', { facts: { user: user.id } });
    const proven = await authenticate(request, { username: user.username, password });
    const isTheirs = !('refused' in proven) && proven.userId === user.id;
    return isTheirs ? proven.passwordHash : fail('password.wrong', { facts: { user: user.id } });
  }

  /** @throws whatever speaks against it, before anything is changed. */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    given: ChangePasswordRequest,
  ): Promise<User> {
    const secretId = sessionCookie.secretIdOf(request) ?? fail('session.required');
    const signedIn = (await sessionCookie.signedIn(request)) ?? fail('session.required');
    const { session, user } = signedIn;
    const demanded = await requiredConfirmation(signedIn);
    if (demanded === 'recent-sign-in') fail('session.not-recent');
    await checkChoice(given, user);
    const asked = demanded === 'current-password';
    const from = asked ? await verifiedHash(request, user, given.currentPassword) : null;
    const turn = { group: user.id, source: session.uid, isTrusted: true };
    const to = await deps.hashQueue.run(turn, () =>
      deps.hasher.hash(normalizePassword(given.newPassword)),
    );
    const { fresh, ended } = await db.transaction().execute(async (transaction) => {
      // another one since: then what was proven is worth nothing
      if (!(await deps.setPassword(transaction, user.id, { from, to })))
        fail('password.wrong', { facts: { user: user.id } });
      const ended = await deps.revokeUsers(transaction, {
        users: [user.id],
        keep: session.uid,
        scope: 'sign-ins',
        at: now(),
      });
      await deps.resets.voidFor(transaction, user.id);
      // whoever knew the old one may have signed in from devices of theirs, and guess on from there
      await deps.forgetDevices(transaction, user.id, request);
      const fresh = (await sessions.rotate(transaction, secretId)) ?? fail('session.required');
      return { fresh, ended };
    });
    sessionCookie.set(reply, fresh);
    logPasswordChange(request, user.id, { how: asked ? 'changed' : 'set', ended });
    return user;
  }

  return { requiredConfirmation, change };
}

export type Change = ReturnType<typeof createChange>;
