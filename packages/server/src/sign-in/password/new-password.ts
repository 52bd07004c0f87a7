// Replaces the password of a user and announces the change, for changing and for resetting a password.

import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Queries } from '../../database/connect.ts';
import { forgetRememberedBrowsers } from '../../factors/remembered-browsers.ts';
import { voidRecoveries } from '../../factors/remove-factors.ts';
import { eventOriginOf } from '../../http/limits/event-origin.ts';
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
  password: Pick<Password, 'users' | 'revokeUsers' | 'devices' | 'events' | 'now'>,
  queries: Queries,
  request: FastifyRequest,
  { userId, how, ...hashes }: PasswordChange,
  keep?: { session: string },
): Promise<EndedSession[] | undefined> {
  const { users, revokeUsers, devices, events, now } = password;
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
  const details = { how, sessions: ended.length };
  await events.store.record(queries, {
    type: 'password.changed',
    // the link in an email proves only its mailbox, and a temporary access code only itself
    actor: how === 'reset' || how === 'recovered' ? 'unknown' : 'user',
    userId,
    sessionUid: keep?.session,
    ...eventOriginOf(request),
    details,
  });
  return ended;
}

type Change = {
  how: PasswordChange['how'];
  ended: readonly EndedSession[];
  language: Language;
};

/** Logs the change and each ended session. Notifies the user by email, where mail is configured. */
export function announcePasswordChange(
  { mail, events }: Pick<Password, 'mail' | 'events'>,
  { log }: FastifyRequest,
  user: User,
  { how, ended, language }: Change,
) {
  logSecurityEvent(log, 'password.changed', { user: user.id, how });
  for (const { uid: session } of ended)
    logSecurityEvent(log, 'session.ended', { session, user: user.id, reason: 'password-changed' });
  if (!mail || user.email === null) return;
  mail.jobQueue.add('notification', requesterFor(user.id), async () => {
    // another person may have sent the request
    const chosen = await events.store.languageOf(user.id);
    await mail.mailer.send(mail.emails.changed(user, chosen ?? language));
  });
}
