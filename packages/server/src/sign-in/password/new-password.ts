// Replaces the password of a user and notifies the user, for changing and for resetting a password.

import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import type { Change } from '../../events/change.ts';
import { forgetRememberedBrowsers } from '../../factors/remembered-browsers.ts';
import { voidRecoveries } from '../../factors/remove-factors.ts';
import { requesterFor } from '../../jobs/fair-queue.ts';
import type { EndedSession } from '../../sessions/revocation.ts';
import type { User } from '../../users/user.ts';
import type { Password } from './context.ts';

export type PasswordChange = {
  userId: string;
  from: string | null;
  to: string;
  how: 'changed' | 'set' | 'reset' | 'recovered';
};

/**
 * Replaces the hash `from` and ends all sessions, except the one to keep; after a reset or a recovery also API tokens. Deletes trusted devices: an attacker who
 * signed in with the old password could use one to guess the new one. Forgets the browsers without a second factor, and voids
 * recovery links and access codes. Returns the ended sessions. Returns undefined, without any change, if the hash has changed meanwhile or the user is disabled.
 */
export async function storePassword(
  password: Pick<Password, 'users' | 'revokeUsers' | 'devices' | 'now'>,
  { queries, record }: Change,
  request: FastifyRequest,
  { userId, how, ...hashes }: PasswordChange,
  keep?: { session: string },
): Promise<EndedSession[] | undefined> {
  const { users, revokeUsers, devices, now } = password;
  if (!(await users.setPassword(queries, userId, hashes))) return undefined;
  const isRegained = how === 'reset' || how === 'recovered';
  const ended = await revokeUsers(queries, {
    users: [userId],
    ...(keep && { keep: keep.session }),
    scope: isRegained ? 'credentials' : 'sign-ins',
    at: now(),
  });
  await devices.forgetUser(queries, userId, keep && request);
  await forgetRememberedBrowsers(queries, userId);
  await voidRecoveries(queries, userId);
  await record({
    type: 'password.changed',
    // the link in an email proves only its mailbox, and a temporary access code only itself
    actor: isRegained ? 'unknown' : 'user',
    userId,
    how,
    details: { sessions: ended.length },
  });
  return ended;
}

/** Notifies the user by email of a changed password, where mail is configured. */
export function sendPasswordChanged(
  { mail, events }: Pick<Password, 'mail' | 'events'>,
  user: User,
  language: Language,
): void {
  if (!mail || user.email === null) return;
  mail.jobQueue.add('notification', requesterFor(user.id), async () => {
    // another person may have sent the request
    const chosen = await events.store.languageOf(user.id);
    await mail.mailer.send(mail.emails.changed(user, chosen ?? language));
  });
}
