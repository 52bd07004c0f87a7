// Roles that are suspended after a recovery, and by what a recovery that is not complete began. Only adds, so servers of the previous
// release can run on the same database; they suspend nothing.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('users').addColumn('roles_suspended_until', 'bigint').execute();
  await db.schema.alterTable('pending_sign_ins').addColumn('recovered_by', 'text').execute();
}
