// Icons of applications, by the file name under which they are served, and the category under which the portal lists an
// application. Only adds, so servers of the previous release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  for (const column of ['category', 'icon_file', 'icon_source'])
    await db.schema.alterTable('applications').addColumn(column, 'text').execute();
  await db.schema
    .createTable('application_icons')
    .addColumn('file', 'text', (c) => c.primaryKey())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}
