// From when the newest second factors of a user count, after “This wasn’t me”. Only adds, so servers of the previous release can run on the
// same database; with them new factors count at once.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('users').addColumn('new_factors_count_from', 'bigint').execute();
}
