// Stores the encrypted state of the protocol in the row of its suspended request. Deletes existing requests, which
// live for at most an hour; their users start again.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase) {
  await db.schema.dropTable('pending_requests').execute();
  await db.schema
    .createTable('pending_requests')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('sealed_request', 'text', (c) => c.notNull())
    .addColumn('sealed_memory', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('pending_requests_browser_hash_created_at')
    .on('pending_requests')
    .columns(['browser_hash', 'created_at'])
    .execute();
  await db.schema
    .createIndex('pending_requests_expires_at')
    .on('pending_requests')
    .column('expires_at')
    .execute();
  for (const model of ['Interaction', 'SessionState', 'RequestAside'])
    await db.deleteFrom('oidc_tokens').where('model', '=', model).execute();
}
