// Adds, confirms and removes the secondary email address of a user. The primary address is notified at once.

import type { Language } from '@brama/contract/paths';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import { requesterFor } from '../../jobs/fair-queue.ts';
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
      const alsoTo = former?.confirmedAt === undefined ? undefined : former.email;
      await change.record({
        type: 'secondary-email.added',
        notice: { name: 'secondary-email-added', alsoTo },
      });
      return token;
    },
  );
  jobQueue.add('email', requesterFor(userId), async () => {
    await mailer.send(emails.confirmation({ user, language, to: email }, token));
  });
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
    // an address that was never confirmed may belong to another person
    const alsoTo = removed.confirmedAt === undefined ? undefined : removed.email;
    await change.record({
      type: 'secondary-email.removed',
      notice: { name: 'secondary-email-removed', alsoTo },
    });
  });
}

/** Confirms the address that the link was sent to. @throws `recovery.link-over`, `request.too-many` */
export async function confirmSecondaryEmail(
  { stores, limits, ownChanges }: Recovery,
  request: FastifyRequest,
  token: string,
): Promise<void> {
  await limits.requestLimits.countStart(request, recoveryStarts);
  await ownChanges.runFor(request, undefined, async ({ queries, record }) => {
    const userId = await stores.secondaryEmails.confirm(queries, token);
    if (userId === undefined) return fail('recovery.link-over');
    // the link proves only its mailbox
    await record({ type: 'secondary-email.confirmed', actor: 'unknown', userId });
  });
}
