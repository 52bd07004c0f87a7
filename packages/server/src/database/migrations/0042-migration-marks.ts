// Whether each later migration only adds, which older releases read (`database/migrate.ts`). Only adds: servers of the
// previous release do not use the table.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('migration_marks')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('only_adds', 'integer', (c) => c.notNull())
    .execute();
}
