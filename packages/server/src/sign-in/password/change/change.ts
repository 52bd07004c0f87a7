// Changes the password of a signed-in user, or sets the first one. The user confirms with the current password or by a recent sign-in,
// and with the second factor, if there is one. All other sessions of the user end; this one continues with a new secret.

import type { MissingConfirmation } from '@brama/contract/sign-in/confirmation';
import { loginNameOf } from '@brama/contract/sign-in/login-name';
import type { ChangePasswordRequest } from '@brama/contract/sign-in/password/schemas';
import type { FastifyRequest } from 'fastify';
import { runTogether } from '../../../database/prepared.ts';
import { fail } from '../../../errors.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import type { PageExchange } from '../../../pages/form-page.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import { normalizePassword } from '../../../users/password-policy.ts';
import type { User } from '../../../users/user.ts';
import type { Password } from '../context.ts';
import { sendPasswordChanged, storePassword } from '../new-password.ts';

/** What the user must do before the password is set. */
export type RequiredConfirmation = 'current-password' | MissingConfirmation | 'nothing';

/** A signed-in user, and what this session must do before the password is set. */
type Confirming = SignedIn & { required: RequiredConfirmation };

export async function withConfirmation(
  { users, changes }: Pick<Password, 'users' | 'changes'>,
  signedIn: SignedIn,
): Promise<Confirming> {
  const { session, user } = signedIn;
  if (!(await users.hasPassword(user.id)))
    return { ...signedIn, required: (await changes.missing(session)) ?? 'nothing' };
  const lacksFactor = await changes.lacksFactor(session);
  return { ...signedIn, required: lacksFactor ? 'second-factor' : 'current-password' };
}

/** @throws `password.refused` */
async function checkNewPassword(
  { validate }: Pick<Password, 'validate'>,
  { newPassword, currentPassword = '' }: ChangePasswordRequest,
  user: User,
) {
  const isSame = normalizePassword(newPassword) === normalizePassword(currentPassword);
  const issue = isSame ? 'same' : await validate(newPassword, user);
  if (issue) fail('password.refused', { fields: { newPassword: issue } });
}

/** Returns the hash of the current password. @throws `password.wrong`, `sign-in.throttled`, `busy` */
async function verifiedHash(
  { authenticate, db, events }: Pick<Password, 'authenticate' | 'db' | 'events'>,
  request: FastifyRequest,
  { id, username }: User,
  password: string | undefined,
) {
  if (password === undefined) fail('password.wrong', { facts: { user: id } });
  const result = await authenticate(request, { username: loginNameOf(username), password });
  if (!('refused' in result)) await runTogether(db, result.refunds);
  // a password that another system verifies is changed there
  if (!('refused' in result) && result.userId === id && result.passwordHash !== undefined)
    return result.passwordHash;
  const network = networkOf(request.ip);
  const event = { type: 'password.change-refused', userId: id, actor: 'unknown', network } as const;
  events.counter.count(event);
  return fail('password.wrong', { facts: { user: id } });
}

/** Changes the password of the signed-in user. @throws before anything is changed. */
export async function changePassword(
  password: Password,
  { request, reply, language }: PageExchange,
  { session, user, required }: Confirming,
  given: ChangePasswordRequest,
): Promise<void> {
  if (required === 'sign-in') fail('session.not-recent');
  if (required === 'second-factor') fail('session.second-factor-missing');
  await checkNewPassword(password, given, user);
  const hasPassword = required === 'current-password';
  const from = hasPassword
    ? await verifiedHash(password, request, user, given.currentPassword)
    : null;
  const requester = { group: user.id, source: session.uid, isTrusted: true };
  const to = await password.hash(requester, given.newPassword);
  const how = hasPassword ? 'changed' : 'set';
  const secret = await password.ownChanges.run(
    request,
    session,
    hasPassword ? 'second-factor' : 'recent-sign-in',
    async ({ change, queries, secretId }) => {
      const hashes = { userId: user.id, from, to, how } as const;
      const keep = { session: session.uid };
      const ended = await storePassword(password, change, request, hashes, keep);
      // the verified hash has been replaced in the meantime
      if (!ended) return fail('password.wrong', { facts: { user: user.id } });
      await password.resetTokens.deleteForUser(queries, user.id);
      change.logEnded(ended, 'password-changed');
      change.afterCommit(() => sendPasswordChanged(password, user, language));
      return (await password.sessions.rotate(queries, secretId)) ?? fail('session.required');
    },
  );
  password.http.sessionCookie.set(reply, secret, session);
}
