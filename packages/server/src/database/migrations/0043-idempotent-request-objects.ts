// The ids in stored responses of idempotent requests, so that an erasure finds those about a user without decrypting all. Only adds:
// rows of servers of the previous release have `has_objects` 0 and are decrypted as before, until they expire after a day.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('idempotent_requests')
    .addColumn('has_objects', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('idempotent_requests_without_objects')
    .on('idempotent_requests')
    .column('key_hash')
    .where(sql.ref('has_objects'), '=', sql.lit(0))
    .execute();
  await db.schema
    .createTable('idempotent_request_objects')
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('key_hash', 'text', (c) =>
      c.notNull().references('idempotent_requests.key_hash').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('idempotent_request_objects_key', ['object_id', 'key_hash'])
    .execute();
  // deletions of expired requests
  await db.schema
    .createIndex('idempotent_request_objects_key_hash')
    .on('idempotent_request_objects')
    .column('key_hash')
    .execute();
}
