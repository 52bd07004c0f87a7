// Requests to Diia, and what a sign-in with it brings along. Only adds: servers of the release before
// work on beside this one as long as Diia is off. With Diia on they do not know these columns: their sweeper
// deletes a used ticket the moment it runs out, which the attempt still needs, and a ticket exchanged there
// makes a session without the number and leaves the request open (docs/operate.md, Upgrading).

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
