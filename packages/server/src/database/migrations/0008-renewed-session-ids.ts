// Stores former secret ids of renewed sessions. If a browser sends a second sign-in or a sign-out with the old cookie,
// the server still finds the session.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('renewed_session_ids')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_uid', 'text', (c) =>
      c.notNull().references('sessions.uid').onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('renewed_session_ids_session_uid')
    .on('renewed_session_ids')
    .column('session_uid')
    .execute();
}
