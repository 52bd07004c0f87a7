// What groups are called on pages for users, as JSON; empty where a group has no title. Only adds: servers of the release
// before work on beside this one.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('groups').addColumn('title', 'text').execute();
}
