// The tables whose rows are of no use once `expires_at` is reached. Stores delete the rows of other tables by rules of their own.

import type { Database } from './connect.ts';
import { deleteExpired } from './delete-expired.ts';
import type { Tables } from './schema.ts';

/** The primary key of each. */
const expiringTables = {
  access_codes: 'user_id',
  api_tokens: 'id',
  application_tickets: 'id_hash',
  approvals: 'id',
  diia_requests: 'request_id',
  google_attempts: 'id_hash',
  idempotent_requests: 'key_hash',
  import_invitations: 'user_id',
  oidc_tokens: 'id_hash',
  passkey_offers: 'user_id',
  password_resets: 'user_id',
  pending_sign_ins: 'id_hash',
  queued_notices: 'id',
  rate_limits: 'key',
  recovery_links: 'user_id',
  remembered_browsers: 'id',
  sign_in_attempts: 'id',
  suspended_requests: 'id_hash',
  used_passkey_challenges: 'challenge_hash',
} as const satisfies { [Table in keyof Tables]?: keyof Tables[Table] & string };

type ExpiringTable = keyof typeof expiringTables;

/** Deletes up to `limit` rows that have expired by then. Returns their number. */
export const deleteExpiredFrom = (
  db: Database,
  table: ExpiringTable,
  at: number,
  limit: number,
): Promise<number> =>
  deleteExpired<ExpiringTable>(db, { table, key: [expiringTables[table]] as never }, at, limit);

/** Returns a cleanup task for each of these tables. */
export const expiryTasks = (db: Database, now: () => number) =>
  (Object.keys(expiringTables) as ExpiringTable[]).map(
    (table) => (limit: number) => deleteExpiredFrom(db, table, now(), limit),
  );
