// Emails that wait for a server, because a command has written the change; and the address to which a reset link was sent. Only
// adds: servers of the previous release ignore both.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('password_resets').addColumn('reset_email', 'text').execute();
  await db.schema
    .createTable('queued_notices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('notice', 'text', (c) => c.notNull())
    .addColumn('former_email', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('queued_notices_expires_at')
    .on('queued_notices')
    .column('expires_at')
    .execute();
  await db.schema
    .createIndex('queued_notices_user_id')
    .on('queued_notices')
    .column('user_id')
    .execute();
}
