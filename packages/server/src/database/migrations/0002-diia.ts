// Sign-in requests to Diia, and the tax number that they return. Only adds. Servers of the previous release can run
// on the same database while Diia is disabled. With Diia enabled they must not, because they do not use these columns
// (docs/operate.md, Upgrading). They delete used tickets at their expiry, although the attempt still needs them. A
// ticket that they exchange creates a session without the tax number and leaves the request open.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type AnyDatabase = Kysely<any>;

export async function up(db: AnyDatabase) {
  await db.schema.alterTable('sessions').addColumn('sealed_tax_id', 'text').execute();
  await db.schema.alterTable('sign_in_tickets').addColumn('sealed_tax_id', 'text').execute();
  await db.schema.alterTable('sign_in_tickets').addColumn('attempt', 'text').execute();
  await db.schema
    .createIndex('sign_in_tickets_attempt')
    .unique()
    .on('sign_in_tickets')
    .column('attempt')
    .execute();
  await db.schema
    .createTable('diia_requests')
    .addColumn('request_id', 'text', (c) => c.primaryKey())
    .addColumn('browser_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('signature_hash', 'text')
    .addColumn('sealed_tax_id', 'text')
    .execute();
  await db.schema
    .createIndex('diia_requests_expires_at')
    .on('diia_requests')
    .column('expires_at')
    .execute();
}
