// Marks sessions whose second factor was added in them. Only adds, so servers of the previous release can run on the same database; a
// session that they start or renew has no mark.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('sessions').addColumn('new_factor_at', 'bigint').execute();
}
