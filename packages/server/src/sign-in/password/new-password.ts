// Replaces the password of a user and announces the change, for changing and for resetting a password.

import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Queries } from '../../database/connect.ts';
import type { EndedSession } from '../../sessions/revocation.ts';
import type { User } from '../../users/user.ts';
import type { Password } from './context.ts';

/**
 * Replaces the hash `from` and ends all sessions, except the one to keep. Deletes trusted devices: an attacker who
 * signed in with the old password could use one to guess the new one. Returns the ended sessions. Returns undefined,
 * without any change, if the hash has changed meanwhile or the user is disabled.
 */
export async function storePassword(
  { users, revokeUsers, devices, now }: Pick<Password, 'users' | 'revokeUsers' | 'devices' | 'now'>,
  queries: Queries,
  { userId, ...hashes }: { userId: string; from: string | null; to: string },
  keep?: { session: string; request: FastifyRequest },
): Promise<EndedSession[] | undefined> {
  if (!(await users.setPassword(queries, userId, hashes))) return undefined;
  const ended = await revokeUsers(queries, {
    users: [userId],
    ...(keep && { keep: keep.session }),
    scope: 'sign-ins',
    at: now(),
  });
  await devices.forgetUser(queries, userId, keep?.request);
  return ended;
}

type Change = {
  how: 'changed' | 'set' | 'reset';
  ended: readonly EndedSession[];
  language: Language;
};

/** Logs the change and each ended session. Notifies the user by email, where mail is configured. */
export function announcePasswordChange(
  { mail }: Pick<Password, 'mail'>,
  { log }: FastifyRequest,
  user: User,
  { how, ended, language }: Change,
) {
  logSecurityEvent(log, 'password.changed', { user: user.id, how });
  for (const { uid: session } of ended)
    logSecurityEvent(log, 'session.ended', { session, user: user.id, reason: 'password-changed' });
  if (!mail || user.email === null) return;
  const requester = { group: user.id, source: '', isTrusted: false };
  mail.jobQueue.add('notification', requester, () =>
    mail.mailer.send(mail.emails.changed(user, language)),
  );
}
