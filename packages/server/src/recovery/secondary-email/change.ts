// Adds, confirms and removes the secondary email address of a user. The primary address is notified at once.

import type { Language } from '@brama/contract/paths';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { fail } from '../../errors.ts';
import { eventOriginOf } from '../../http/limits/event-origin.ts';
import { isAddress } from '../../mail/email.ts';
import { admit } from '../../rate-limits/admit.ts';
import type { SignedIn } from '../../sessions/store.ts';
import type { Recovery, RecoveryMail } from '../context.ts';
import { confirmationsPerUser, recoveryStarts } from '../limits.ts';

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
  { stores, limits, changes, ownChanges }: Recovery,
  { mailer, jobQueue, emails }: RecoveryMail,
  request: FastifyRequest,
  { session, user }: SignedIn,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  await changes.check(session);
  check(email, user.email);
  const { id: userId } = user;
  await admit(
    limits.limits,
    [{ limit: confirmationsPerUser, subject: userId }],
    'request.too-many',
  );
  const token = await ownChanges.run(
    request,
    session,
    'recent-sign-in',
    async ({ change, queries }) => {
      const { token, former } = await stores.secondaryEmails.add(queries, userId, email);
      await change.happened(
        queries,
        'secondary-email.added',
        {},
        {
          notice: 'secondary-email-added',
          alsoTo: former?.confirmedAt === undefined ? undefined : former.email,
        },
      );
      return token;
    },
  );
  const requester = { group: userId, source: '', isTrusted: false };
  jobQueue.add('email', requester, () =>
    mailer.send(emails.confirmation({ user, language, to: email }, token)),
  );
}

/** Removes this address. Does nothing if the user has it no more. @throws `session.not-recent` */
export async function removeSecondaryEmail(
  { stores, ownChanges }: Recovery,
  request: FastifyRequest,
  { session }: SignedIn,
  email: string,
): Promise<void> {
  await ownChanges.run(request, session, 'recent-sign-in', async ({ change, queries }) => {
    const removed = await stores.secondaryEmails.remove(queries, session.userId, email);
    if (!removed) return;
    await change.happened(
      queries,
      'secondary-email.removed',
      {},
      {
        notice: 'secondary-email-removed',
        // an address that was never confirmed may belong to another person
        alsoTo: removed.confirmedAt === undefined ? undefined : removed.email,
      },
    );
  });
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
      userId,
      ...origin,
    });
    return userId;
  });
  logSecurityEvent(request.log, 'secondary-email.confirmed', { user: userId });
}
