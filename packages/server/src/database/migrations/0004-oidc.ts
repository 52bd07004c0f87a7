// Tables of OpenID Connect: pending requests, grants, tokens and signing keys. Only adds, so servers of the previous
// release can run on the same database.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type AnyDatabase = Kysely<any>;

async function createGrants(db: AnyDatabase) {
  await db.schema
    .createTable('oidc_grants')
    .addColumn('id', 'text', (c) => c.primaryKey())
    // the end of a session keeps its grants, without a session
    .addColumn('session_uid', 'text', (c) => c.references('sessions.uid').onDelete('set null'))
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('sid', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('farewell_at', 'bigint')
    .addColumn('farewell_tries', 'integer', (c) => c.notNull())
    .execute();
  // only grants of ended sessions
  await db.schema
    .createIndex('oidc_grants_farewell_at')
    .on('oidc_grants')
    .column('farewell_at')
    .where(sql.ref('session_uid'), 'is', null)
    .execute();
  await db.schema
    .createIndex('oidc_grants_session_uid_client_id')
    .unique()
    .on('oidc_grants')
    .columns(['session_uid', 'client_id'])
    .execute();
  for (const column of ['user_id', 'expires_at'])
    await db.schema.createIndex(`oidc_grants_${column}`).on('oidc_grants').column(column).execute();
}

async function createTokens(db: AnyDatabase) {
  await db.schema
    .createTable('oidc_tokens')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('grant_id', 'text')
    .addColumn('predecessor', 'text')
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('consumed_at', 'bigint')
    .execute();
  // partial, because most rows have neither
  for (const column of ['grant_id', 'predecessor'])
    await db.schema
      .createIndex(`oidc_tokens_${column}`)
      .on('oidc_tokens')
      .column(column)
      .where(column, 'is not', null)
      .execute();
  await db.schema
    .createIndex('oidc_tokens_expires_at')
    .on('oidc_tokens')
    .column('expires_at')
    .execute();
}

async function createPendingRequests(db: AnyDatabase) {
  await db.schema
    .createTable('pending_requests')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('application_id', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('demands', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('pending_requests_expires_at')
    .on('pending_requests')
    .column('expires_at')
    .execute();
}

async function createKeys(db: AnyDatabase) {
  await db.schema
    .createTable('oidc_keys')
    .addColumn('kid', 'text', (c) => c.primaryKey())
    .addColumn('alg', 'text', (c) => c.notNull())
    .addColumn('sealed_private_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('signs_from', 'bigint', (c) => c.notNull())
    .execute();
}

export async function up(db: AnyDatabase) {
  await db.schema.alterTable('applications').addColumn('protocol_key', 'text').execute();
  await db.schema
    .createIndex('applications_protocol_key')
    .unique()
    .on('applications')
    .column('protocol_key')
    .where('protocol_key', 'is not', null)
    .execute();
  await createGrants(db);
  await createTokens(db);
  await createPendingRequests(db);
  await createKeys(db);
}
