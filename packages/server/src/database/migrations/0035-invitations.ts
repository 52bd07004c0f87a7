// Invitations of new users. Only adds: servers of the previous release accept no invitation, because such a user has no password.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('password_resets').addColumn('invited_email', 'text').execute();
}
