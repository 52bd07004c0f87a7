// The order in which the applications page shows applications and categories. Only adds: the previous release orders by title.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('applications').addColumn('position', 'integer').execute();
}
