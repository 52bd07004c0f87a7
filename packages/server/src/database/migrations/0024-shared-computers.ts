// Marks sessions on shared computers, which end sooner. Only adds, so servers of the previous release can run on the same
// database; they give such a session the idle lifetime of any other.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema
    .alterTable('sessions')
    .addColumn('shared_computer', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // the cleanup job finds them among all sessions
  await db.schema
    .createIndex('sessions_shared_computer_seen_at')
    .on('sessions')
    .column('seen_at')
    .where(sql.ref('shared_computer'), '=', 1)
    .execute();
}
