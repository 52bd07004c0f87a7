// API tokens and idempotent requests. Only adds: servers of the previous release know neither.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type Db = Kysely<any>;

export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema.createIndex('api_tokens_of_user').on('api_tokens').column('user_id').execute();
  await db.schema.createIndex('api_tokens_expiry').on('api_tokens').column('expires_at').execute();
  await db.schema
    .createTable('idempotent_requests')
    .addColumn('key_hash', 'text', (c) => c.primaryKey())
    .addColumn('encrypted_response', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('idempotent_requests_expiry')
    .on('idempotent_requests')
    .column('expires_at')
    .execute();
}
