// Which warnings about the end of a guest the sponsor has got. Only adds: servers of the previous release do not use it.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('guest_warnings')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('valid_until', 'bigint', (c) => c.notNull())
    .addColumn('warned_days', 'integer', (c) => c.notNull())
    .execute();
}
