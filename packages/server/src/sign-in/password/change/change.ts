// Changes the password of a signed-in user, or sets the first one. The user confirms with the current password or by a
// recent sign-in. All other sessions of the user end; this one continues with a new secret.

import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { ChangePasswordRequest } from '@brama/contract/sign-in/password/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { SessionCookie } from '../../../http/session-cookie.ts';
import type { Session } from '../../../sessions/session.ts';
import type { SessionStore, SignedIn } from '../../../sessions/store.ts';
import { normalizePassword } from '../../../users/password-policy.ts';
import type { User } from '../../../users/user.ts';
import type { TrustedDevices } from '../../trusted-devices.ts';
import type { Authenticate } from '../authenticate.ts';
import { logPasswordChange, type NewPasswordDeps } from '../new-password.ts';
import type { PasswordResetTokens } from '../reset/token-store.ts';

export type ChangeDeps = {
  db: Database;
  authenticate: Authenticate;
  newPassword: NewPasswordDeps;
  devices: Pick<TrustedDevices, 'forgetUser'>;
  sessionCookie: SessionCookie;
  sessions: Pick<SessionStore, 'rotate'>;
  resetTokens: Pick<PasswordResetTokens, 'deleteForUser'>;
  now: () => number;
};

/** The same time as for linking an account: an unattended computer must not suffice to add a sign-in method. */
const recentMs = 10 * 60_000;

/** What the user must do before the password is set. */
export type RequiredConfirmation = 'current-password' | 'recent-sign-in' | 'nothing';

async function requiredConfirmation(
  { newPassword, now }: ChangeDeps,
  { session, user }: SignedIn,
): Promise<RequiredConfirmation> {
  if ((await newPassword.passwordHashOf(user.id)) !== null) return 'current-password';
  return now() - session.verifiedAt <= recentMs ? 'nothing' : 'recent-sign-in';
}

/** @throws `password.refused` */
async function checkNewPassword(
  { validate }: NewPasswordDeps,
  { newPassword, currentPassword = '' }: ChangePasswordRequest,
  user: User,
) {
  const isSame = normalizePassword(newPassword) === normalizePassword(currentPassword);
  const issue = isSame ? 'same' : await validate(newPassword, user);
  if (issue) fail('password.refused', { fields: { newPassword: issue } });
}

/** Returns the hash of the current password. @throws `password.wrong`, `sign-in.throttled`, `busy` */
async function verifiedHash(
  authenticate: Authenticate,
  request: FastifyRequest,
  { id, username }: User,
  password: string | undefined,
) {
  if (password === undefined) fail('password.wrong', { facts: { user: id } });
  const result = await authenticate(request, { username: loginNameOf(username), password });
  const isTheirs = !('refused' in result) && result.userId === id;
  return isTheirs ? result.passwordHash : fail('password.wrong', { facts: { user: id } });
}

/** Returns the new secret of this session and the sessions that ended. */
function store(
  { db, newPassword, resetTokens, devices, sessions, now }: ChangeDeps,
  { request, secretId, session }: { request: FastifyRequest; secretId: string; session: Session },
  hashes: { from: string | null; to: string },
) {
  const { userId, uid } = session;
  return db.transaction().execute(async (transaction) => {
    // the verified hash may have been replaced in the meantime
    if (!(await newPassword.setPassword(transaction, userId, hashes)))
      fail('password.wrong', { facts: { user: userId } });
    const ended = await newPassword.revokeUsers(transaction, {
      users: [userId],
      keep: uid,
      scope: 'sign-ins',
      at: now(),
    });
    await resetTokens.deleteForUser(transaction, userId);
    // an attacker with the old password may have signed in, and could guess on from a trusted device
    await devices.forgetUser(transaction, userId, request);
    const secret = (await sessions.rotate(transaction, secretId)) ?? fail('session.required');
    return { secret, ended };
  });
}

/** Changes the password and returns the user. @throws before anything is changed. */
async function change(
  deps: ChangeDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  given: ChangePasswordRequest,
): Promise<User> {
  const { sessionCookie, newPassword } = deps;
  const secretId = sessionCookie.secretIdOf(request) ?? fail('session.required');
  const signedIn = (await sessionCookie.signedIn(request)) ?? fail('session.required');
  const { session, user } = signedIn;
  const required = await requiredConfirmation(deps, signedIn);
  if (required === 'recent-sign-in') fail('session.not-recent');
  await checkNewPassword(newPassword, given, user);
  const hasPassword = required === 'current-password';
  const from = hasPassword
    ? await verifiedHash(deps.authenticate, request, user, given.currentPassword)
    : null;
  const requester = { group: user.id, source: session.uid, isTrusted: true };
  const to = await newPassword.hash(requester, given.newPassword);
  const { secret, ended } = await store(deps, { request, secretId, session }, { from, to });
  sessionCookie.set(reply, secret);
  logPasswordChange(request, user.id, { how: hasPassword ? 'changed' : 'set', ended });
  return user;
}

export function createChange(deps: ChangeDeps) {
  return {
    requiredConfirmation: (signedIn: SignedIn) => requiredConfirmation(deps, signedIn),
    change: (request: FastifyRequest, reply: FastifyReply, given: ChangePasswordRequest) =>
      change(deps, { request, reply }, given),
  };
}

export type Change = ReturnType<typeof createChange>;
