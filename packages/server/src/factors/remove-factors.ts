// Removes what a recovery, the user or an administrator removes: second factors, remembered browsers, and unused ways to recover.

import type { RemovableFactor } from '@brama/contract/admin/user-access/factors';
import type { Expression } from 'kysely';
import type { Queries } from '../database/connect.ts';
import { endFactorWait } from '../sessions/factor-wait.ts';
import type { EndedSession, RevokeUsers } from '../sessions/revocation.ts';
import { lockUser } from '../users/ways-in.ts';

/** Removes the authenticator app, the recovery codes and the remembered browsers, in the caller's transaction. */
export async function removeSecondFactors(queries: Queries, userId: string): Promise<void> {
  for (const table of ['totp_factors', 'recovery_codes', 'remembered_browsers'] as const)
    await queries.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** What is removed; the user has the factor if one of the first tables has a row. */
const tablesOf = {
  'authenticator-app': ['totp_factors'],
  'remembered-browsers': ['remembered_browsers'],
  'secondary-email': ['secondary_emails', 'secondary_email_changes'],
  'access-code': ['access_codes'],
} as const satisfies Record<RemovableFactor, readonly string[]>;

/**
 * Removes one factor and what depends on it alone, in the caller's transaction. Returns false if the user does not have it. The caller
 * removes recovery codes that no factor needs any more.
 */
export async function removeFactor(
  queries: Queries,
  userId: string,
  factor: RemovableFactor,
): Promise<boolean> {
  let removed = 0n;
  for (const table of tablesOf[factor]) {
    const deletion = queries.deleteFrom(table).where('user_id', '=', userId);
    removed += (await deletion.executeTakeFirst()).numDeletedRows;
  }
  if (removed === 0n) return false;
  if (factor === 'secondary-email')
    await queries.deleteFrom('recovery_links').where('user_id', '=', userId).execute();
  if (factor === 'authenticator-app')
    await queries.deleteFrom('remembered_browsers').where('user_id', '=', userId).execute();
  return true;
}

/**
 * Removes the authenticator app, recovery codes and the secondary address that were added after this time. For “This wasn’t me”:
 * another person may have added them.
 */
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

/** Voids emailed recovery links and temporary access codes, in the caller's transaction. */
export async function voidRecoveries(queries: Queries, userId: string): Promise<void> {
  for (const table of ['recovery_links', 'access_codes'] as const)
    await queries.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Voids the emailed links of these users for a new password, in the caller's transaction. */
export async function voidResetLinks(
  queries: Queries,
  users: readonly string[] | Expression<string>,
): Promise<void> {
  await queries.deleteFrom('password_resets').where('user_id', 'in', users).execute();
}

/** Voids emailed links of all kinds and temporary access codes, in the caller's transaction. */
export async function voidLinksAndCodes(queries: Queries, userId: string): Promise<void> {
  await voidRecoveries(queries, userId);
  await voidResetLinks(queries, [userId]);
}

/** Removes also the passkeys, in the caller's transaction. The password and the secondary address stay. */
async function removeAllFactors(queries: Queries, userId: string): Promise<void> {
  await removeSecondFactors(queries, userId);
  await voidLinksAndCodes(queries, userId);
  await queries.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/**
 * Removes all factors and remembered browsers and ends all access, in the caller's transaction, for an administrator. New factors count
 * at once. Returns the ended sessions.
 */
export async function resetFactors(
  queries: Queries,
  revokeUsers: RevokeUsers,
  { userId, at }: { userId: string; at: number },
): Promise<EndedSession[]> {
  await lockUser(queries, userId);
  await removeAllFactors(queries, userId);
  await endFactorWait(queries, userId);
  return revokeUsers(queries, { users: [userId], scope: 'credentials', at });
}
