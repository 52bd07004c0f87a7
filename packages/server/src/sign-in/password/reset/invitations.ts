// Invites new users to choose their first password, by an email with a link.

import { requesterFor } from '../../../jobs/fair-queue.ts';
import { admit } from '../../../rate-limits/admit.ts';
import type { Rate } from '../../../rate-limits/limit-kinds.ts';
import type { Invitations, Invited } from '../../../users/invitations.ts';
import type { Password, PasswordMail } from '../context.ts';

/** Keeps operators from flooding a mailbox. */
const invitationsPerAddress: Rate = {
  kind: 'rate',
  name: 'invitation',
  max: 4,
  perMs: 3_600_000,
  burst: 2,
};

export function createInvitations(
  { events, limits: { limits }, resetTokens, users }: Password,
  { emails, jobQueue, mailer }: PasswordMail,
): Invitations {
  async function deliver({ userId, email, token, expiresAt }: Invited) {
    const user = await users.byId(userId);
    if (!user || user.disabled || user.email !== email) return undefined;
    const language = await events.store.languageOf(userId);
    return mailer.send(emails.invitation(user, language, { token, expiresAt }));
  }

  return {
    admit: (subject) =>
      admit(limits, [{ limit: invitationsPerAddress, subject }], 'request.too-many'),
    refund: (subject) => limits.refund({ limit: invitationsPerAddress, subject }),
    issue: (queries, invited) => resetTokens.issueInvitation(queries, invited),
    send(invited) {
      jobQueue.add('email', requesterFor(invited.userId), async () => {
        await deliver(invited);
      });
    },
    deliver: async (invited) => deliver(invited).catch(() => 'failed'),
  };
}
