// What the portal remembers for a user about an application: whether it is a favourite, and its last launch. Only adds, so
// servers of the previous release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('user_applications')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('application_id', 'text', (c) =>
      c.notNull().references('applications.id').onDelete('cascade'),
    )
    .addColumn('favorite_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addPrimaryKeyConstraint('user_applications_pk', ['user_id', 'application_id'])
    .execute();
  await db.schema
    .createIndex('user_applications_application_id')
    .on('user_applications')
    .column('application_id')
    .execute();
}
