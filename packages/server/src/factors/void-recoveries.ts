// Voids unused ways to recover an account.

import type { Queries } from '../database/connect.ts';

/** Voids emailed recovery links and temporary access codes, in the caller's transaction. */
export async function voidRecoveries(queries: Queries, userId: string): Promise<void> {
  for (const table of ['recovery_links', 'access_codes'] as const)
    await queries.deleteFrom(table).where('user_id', '=', userId).execute();
}
