// Passwords that users choose themselves. Only adds: servers of the release before work on beside this one.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('users').addColumn('password_given', 'text').execute();
}
