// Removes what another person may have added to an account, after “This wasn’t me”.

import type { Queries } from '../database/connect.ts';

/** Removes the authenticator app, recovery codes and the secondary address that were added after this time. */
export async function removeRecentFactors(
  queries: Queries,
  userId: string,
  since: number,
): Promise<void> {
  for (const table of [
    'totp_factors',
    'recovery_codes',
    'secondary_emails',
    'secondary_email_changes',
  ] as const)
    await queries
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('created_at', '>', since)
      .execute();
}
