// Voids what works once or was sent by email, for all users. For a restored database: since the backup it may have been used.

import type { Queries } from '../database/connect.ts';
import { voidStepsUntil } from './totp.ts';

/** Voids recovery codes, codes of authenticator apps up to now, and links that confirm addresses, in the caller's transaction. */
export async function voidUsedFactors(queries: Queries, now: number): Promise<void> {
  await queries.deleteFrom('recovery_codes').execute();
  await voidStepsUntil(queries, now);
  const noLink = { token_hash: null, token_expires_at: null };
  await queries.updateTable('secondary_emails').set(noLink).execute();
  await queries.updateTable('secondary_email_changes').set(noLink).execute();
}
