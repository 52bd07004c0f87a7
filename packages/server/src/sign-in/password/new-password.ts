// What changing and resetting a password have in common: storing the new hash, and announcing the change.

import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Queries } from '../../database/connect.ts';
import type { EndedSession } from '../../sessions/revocation.ts';
import type { User } from '../../users/user.ts';
import type { Password } from './context.ts';

/**
 * Replaces the hash `from` and ends all sessions, except the one to keep. Forgets trusted devices: an attacker with the old
 * password may have signed in, and could guess on from there. Returns the ended sessions; undefined, without any change, if
 * the hash has changed meanwhile or the user is disabled.
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
