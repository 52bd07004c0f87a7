// What an invitation is: an email with a link, by which a new user chooses the first password.

import type { Queries } from '../database/connect.ts';
import type { CountedAttempt } from '../rate-limits/admit.ts';

export type Invited = { userId: string; email: string; token: string; expiresAt: number };

export type Invitations = {
  /** Counts an invitation to this address. @throws `request.too-many` */
  admit(emailKey: string): Promise<CountedAttempt>;
  refund(emailKey: string): Promise<void>;
  /** Returns the secret of the link. */
  issue(
    queries: Queries,
    invited: { userId: string; email: string },
  ): Promise<{ token: string; expiresAt: number }>;
  /** Sends the email later. Never throws. */
  send(invited: Invited): void;
  /** Resolves when the mail server has accepted the email, or with the reason why not. Never rejects. */
  deliver(invited: Invited): Promise<string | undefined>;
};
