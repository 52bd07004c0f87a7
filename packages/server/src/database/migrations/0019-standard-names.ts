// Gives tables and columns the standard names of docs/decisions/0042-standard-names.md. Servers of older releases
// cannot use the database afterwards, so all nodes must be stopped for this upgrade.

import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type AnyDatabase = Kysely<any>;

const tables = {
  known_devices: 'trusted_devices',
  limits: 'rate_limits',
  pending_requests: 'suspended_requests',
};

/** New name of the table → its columns. */
const columns = {
  diia_requests: { sealed_tax_id: 'encrypted_tax_id' },
  google_attempts: { sealed_secrets: 'encrypted_secrets' },
  oidc_device_codes: {
    device_hash: 'device_code_hash',
    user_hash: 'user_code_hash',
    payload: 'encrypted_payload',
  },
  oidc_grants: { farewell_at: 'logout_due_at', farewell_tries: 'logout_attempts' },
  oidc_keys: { sealed_private_key: 'encrypted_private_key' },
  password_resets: {
    earlier_hash: 'previous_token_hash',
    earlier_expires_at: 'previous_expires_at',
  },
  rate_limits: { tries: 'attempts', free_at: 'allowed_at' },
  sessions: { sealed_tax_id: 'encrypted_tax_id' },
  sign_in_tickets: { sealed_tax_id: 'encrypted_tax_id' },
  suspended_requests: { sealed_request: 'encrypted_request', sealed_memory: 'encrypted_state' },
};

/** Names consist of the table and the columns. `whereNull` limits an index to rows in which this column is null. */
const indexes = [
  { was: 'known_devices_seen_at', table: 'trusted_devices', columns: ['seen_at'] },
  { was: 'known_devices_user_id', table: 'trusted_devices', columns: ['user_id'] },
  { was: 'limits_expires_at', table: 'rate_limits', columns: ['expires_at'] },
  {
    was: 'oidc_grants_farewell_at',
    table: 'oidc_grants',
    columns: ['logout_due_at'],
    whereNull: 'session_uid',
  },
  {
    was: 'password_resets_earlier_hash',
    table: 'password_resets',
    columns: ['previous_token_hash'],
  },
  {
    was: 'pending_requests_browser_hash_created_at',
    table: 'suspended_requests',
    columns: ['browser_hash', 'created_at'],
  },
  { was: 'pending_requests_expires_at', table: 'suspended_requests', columns: ['expires_at'] },
];

/** PostgreSQL only: SQLite has no visible names of keys. */
const constraints = {
  trusted_devices: {
    known_devices_pk: 'trusted_devices_pk',
    known_devices_user_id_fkey: 'trusted_devices_user_id_fkey',
  },
  rate_limits: { limits_pkey: 'rate_limits_pkey' },
  suspended_requests: { pending_requests_pkey: 'suspended_requests_pkey' },
  oidc_device_codes: { oidc_device_codes_user_hash_key: 'oidc_device_codes_user_code_hash_key' },
};

type Index = (typeof indexes)[number];

const nameOf = ({ table, columns: indexed }: Index) => [table, ...indexed].join('_');

/** Drops and creates an index, because SQLite cannot rename it. */
async function replaceIndex(db: AnyDatabase, index: Index) {
  await db.schema.dropIndex(index.was).execute();
  const created = db.schema.createIndex(nameOf(index)).on(index.table).columns(index.columns);
  const { whereNull } = index;
  await (whereNull ? created.where(sql.ref(whereNull), 'is', null) : created).execute();
}

async function renameOnPostgres(db: AnyDatabase) {
  for (const index of indexes)
    await sql`alter index ${sql.ref(index.was)} rename to ${sql.ref(nameOf(index))}`.execute(db);
  for (const [table, renamed] of Object.entries(constraints))
    for (const [was, name] of Object.entries(renamed))
      await sql`alter table ${sql.table(table)} rename constraint ${sql.ref(was)} to ${sql.ref(name)}`.execute(
        db,
      );
}

export async function up(db: AnyDatabase) {
  for (const [was, name] of Object.entries(tables))
    await db.schema.alterTable(was).renameTo(name).execute();
  for (const [table, renamed] of Object.entries(columns))
    for (const [was, name] of Object.entries(renamed))
      await db.schema.alterTable(table).renameColumn(was, name).execute();
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  if (!isSqlite) return renameOnPostgres(db);
  for (const index of indexes) await replaceIndex(db, index);
}
