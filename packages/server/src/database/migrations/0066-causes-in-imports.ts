// What the report of an import names beside its rows. Another row may be the cause of one. Values of the register may stand in no table.
// Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('import_rows').addColumn('other_line', 'integer').execute();
  await db.schema.alterTable('imports').addColumn('unmapped_values', 'text').execute();
}
