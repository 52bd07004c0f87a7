// Replacements of secondary addresses, so that the former address works until the new one does. Only adds, so servers of the previous
// release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('secondary_email_changes')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('token_hash', 'text', (c) => c.unique())
    .addColumn('token_expires_at', 'bigint')
    .execute();
}
