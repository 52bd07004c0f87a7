// What an invitation is: an email with a link, by which a new user chooses the first password.

import type { Queries } from '../database/connect.ts';

export type Invitations = {
  /** Counts an invitation to this address. Returns 0, or the milliseconds to wait before the next. */
  take(emailKey: string): Promise<number>;
  refund(emailKey: string): Promise<void>;
  /** Returns the secret of the link. */
  issue(
    queries: Queries,
    invited: { userId: string; email: string },
  ): Promise<{ token: string; expiresAt: number }>;
  /** Sends the email later. Never throws. */
  send(invited: { userId: string; email: string; token: string; expiresAt: number }): void;
};
