// Titles of groups for users, as JSON; null for a group without a title. Only adds, so servers of the previous
// release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('groups').addColumn('title', 'text').execute();
}
