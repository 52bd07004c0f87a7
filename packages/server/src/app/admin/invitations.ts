// Passes the administration API how users are invited: by links of the area of passwords.

import type { InvitationDeps } from '../../directory/users/invitations.ts';
import { PasswordResetTokens } from '../../factors/password-reset-tokens.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Rate } from '../../rate-limits/limit-kinds.ts';
import { createPasswordEmails } from '../../sign-in/password/reset/emails.ts';
import type { Core } from '../core.ts';
import type { ServerDeps } from '../deps.ts';

/** Keeps operators from flooding a mailbox. */
const invitationsPerAddress: Rate = {
  kind: 'rate',
  name: 'invitation',
  max: 4,
  perMs: 3_600_000,
  burst: 2,
};

export function composeInvitations(
  { config, db, mailer, now, site }: ServerDeps,
  { events, limits, users }: Core,
  jobQueue: JobQueue,
): Pick<InvitationDeps, 'invitations'> {
  if (!mailer) return { invitations: undefined };
  const tokens = new PasswordResetTokens(db, now);
  const emails = createPasswordEmails({ site, baseUrl: config.baseUrl });
  return {
    invitations: {
      take: (subject) => limits.take({ limit: invitationsPerAddress, subject }),
      refund: (subject) => limits.refund({ limit: invitationsPerAddress, subject }),
      issue: tokens.issueInvitation.bind(tokens),
      send({ userId, email, token, expiresAt }) {
        const requester = { group: userId, source: '', isTrusted: false };
        jobQueue.add('email', requester, async () => {
          const user = await users.byId(userId);
          if (!user || user.disabled || user.email !== email) return;
          const language = await events.store.languageOf(userId);
          await mailer.send(emails.invitation(user, language, { token, expiresAt }));
        });
      },
    },
  };
}
