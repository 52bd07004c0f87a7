// Imports of uploaded files: which file, whether it is complete, which process compares it, and who a waiting row may be. Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  // the import with whose parts the file is stored; null for a command
  await db.schema.alterTable('imports').addColumn('file_of', 'text').execute();
  await db.schema
    .alterTable('imports')
    .addColumn('is_uploading', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // how often a process has begun to compare it
  await db.schema
    .alterTable('imports')
    .addColumn('claims', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('imports').addColumn('error_place', 'text').execute();
  await db.schema.createIndex('imports_file_of').on('imports').columns(['file_of']).execute();
  await db.schema.alterTable('import_rows').addColumn('candidates', 'text').execute();
}
