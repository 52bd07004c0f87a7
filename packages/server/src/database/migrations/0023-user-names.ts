// Given names of users and the Latin spelling of their names; null if unknown. Only adds, so servers of the previous
// release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  for (const column of ['given_name', 'full_name_en'])
    await db.schema.alterTable('users').addColumn(column, 'text').execute();
}
