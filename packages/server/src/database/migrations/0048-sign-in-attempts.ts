// Refused sign-ins of known users, one row each, for the administrators who help them. Events count them by the hour. Only adds.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('sign_in_attempts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('method', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('network', 'text')
    .addColumn('reference', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_attempts_of_user')
    .on('sign_in_attempts')
    .columns(['user_id', 'at'])
    .execute();
  for (const column of ['reference', 'expires_at', 'at'])
    await db.schema
      .createIndex(`sign_in_attempts_by_${column}`)
      .on('sign_in_attempts')
      .column(column)
      .execute();
}
