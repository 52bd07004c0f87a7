// Deletes expired rows in small batches, for the cleanup job. Each store decides when its rows have expired.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connect.ts';

/** Tables whose rows expire, with their primary keys. */
const primaryKeys = {
  application_tickets: ['id_hash'],
  diia_requests: ['request_id'],
  google_attempts: ['id_hash'],
  oidc_device_codes: ['device_code_hash'],
  oidc_grants: ['id'],
  oidc_tokens: ['id_hash'],
  password_resets: ['user_id'],
  rate_limits: ['key'],
  sessions: ['uid'],
  sign_in_tickets: ['id_hash'],
  suspended_requests: ['id_hash'],
  trusted_devices: ['device_hash', 'user_id'],
} as const;

/**
 * Deletes up to `limit` rows and returns how many. `expired` is a condition, or a time in epoch milliseconds that
 * `expires_at` has reached.
 */
export async function deleteExpired(
  db: Database,
  table: keyof typeof primaryKeys,
  expired: number | RawBuilder<unknown>,
  limit: number,
): Promise<number> {
  const key = sql.join(primaryKeys[table].map((column) => sql.ref(column)));
  const condition = typeof expired === 'number' ? sql`expires_at <= ${expired}` : expired;
  // neither database supports DELETE with LIMIT
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table)} where (${key}) in (select ${key} from ${sql.table(table)} where ${condition} limit ${limit})`.execute(
      db,
    );
  return Number(numAffectedRows);
}
