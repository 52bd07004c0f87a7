// Adds, confirms and removes the secondary email address of a user. The primary address is notified at once.

import type { Language } from '@brama/contract/paths';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { eventOriginOf } from '../../http/limits/event-origin.ts';
import { isAddress } from '../../mail/email.ts';
import type { Session } from '../../sessions/session.ts';
import type { SignedIn } from '../../sessions/store.ts';
import { lockUser } from '../../users/ways-in.ts';
import type { Recovery, RecoveryMail } from '../context.ts';
import { confirmationsPerUser, recoveryStarts } from '../limits.ts';

/** Locks the user, and checks that the session is still there: it may have been ended for good reason. */
async function lockSession(queries: Queries, { uid, userId }: Session): Promise<void> {
  const isUser = await lockUser(queries, userId);
  const query = queries.selectFrom('sessions').select('uid').where('uid', '=', uid);
  if (!isUser || !(await query.executeTakeFirst())) fail('session.required');
}

/** @throws `secondary-email.invalid`, `secondary-email.primary` */
function check(email: string, primary: string | null) {
  if (!isAddress(email)) fail('secondary-email.invalid');
  if (primary !== null && emailKey(email) === emailKey(primary)) fail('secondary-email.primary');
}

/**
 * Stores the address and sends the link that confirms it. A usable address works until the new one is usable; any other ends.
 * @throws `session.not-recent`, `secondary-email.invalid`, `secondary-email.primary`, `request.too-many`
 */
export async function addSecondaryEmail(
  { db, stores, limits, events, notifyUser, changes }: Recovery,
  { mailer, jobQueue, emails }: RecoveryMail,
  request: FastifyRequest,
  { session, user }: SignedIn,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  if (!(await changes.mayChange(session))) fail('session.not-recent');
  check(email, user.email);
  const { id: userId } = user;
  const wait = await limits.limits.take({ limit: confirmationsPerUser, subject: userId });
  if (wait > 0) fail('request.too-many', { retryAfterSeconds: Math.ceil(wait / 1000) });
  const origin = eventOriginOf(request);
  const { token, former } = await db.transaction().execute(async (transaction) => {
    await lockSession(transaction, session);
    const added = await stores.secondaryEmails.add(transaction, userId, email);
    const about = { userId, sessionUid: session.uid, ...origin };
    await events.store.record(transaction, { type: 'secondary-email.added', ...about });
    return added;
  });
  logSecurityEvent(request.log, 'secondary-email.added', { user: userId });
  const alsoTo = former?.confirmedAt === undefined ? undefined : former.email;
  notifyUser('secondary-email-added', {
    ...{ userId, sessionUid: session.uid, language, origin, alsoTo },
  });
  const requester = { group: userId, source: '', isTrusted: false };
  jobQueue.add('email', requester, () =>
    mailer.send(emails.confirmation({ user, language, to: email }, token)),
  );
}

/** Removes this address. Does nothing if the user has it no more. @throws `session.not-recent` */
export async function removeSecondaryEmail(
  { db, stores, events, notifyUser, changes }: Recovery,
  request: FastifyRequest,
  { session, user }: SignedIn,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  if (!(await changes.mayChange(session))) fail('session.not-recent');
  const { id: userId } = user;
  const about = { userId, sessionUid: session.uid };
  const origin = eventOriginOf(request);
  const removed = await db.transaction().execute(async (transaction) => {
    await lockSession(transaction, session);
    const removed = await stores.secondaryEmails.remove(transaction, userId, email);
    if (removed)
      await events.store.record(transaction, {
        type: 'secondary-email.removed',
        ...{ ...about, ...origin },
      });
    return removed;
  });
  if (!removed) return;
  logSecurityEvent(request.log, 'secondary-email.removed', { user: userId });
  // an address that was never confirmed may belong to another person
  const alsoTo = removed.confirmedAt === undefined ? undefined : removed.email;
  notifyUser('secondary-email-removed', { ...about, language, origin, alsoTo });
}

/** Confirms the address that the link was sent to. @throws `recovery.link-over`, `request.too-many` */
export async function confirmSecondaryEmail(
  { db, stores, limits, events }: Recovery,
  request: FastifyRequest,
  token: string,
): Promise<void> {
  await limits.requestLimits.countStart(request, recoveryStarts);
  const userId = await db.transaction().execute(async (transaction) => {
    const userId = await stores.secondaryEmails.confirm(transaction, token);
    if (userId === undefined) return fail('recovery.link-over');
    const origin = eventOriginOf(request);
    await events.store.record(transaction, {
      type: 'secondary-email.confirmed',
      // the link proves only its mailbox
      actor: 'unknown',
      ...{ userId, ...origin },
    });
    return userId;
  });
  logSecurityEvent(request.log, 'secondary-email.confirmed', { user: userId });
}
