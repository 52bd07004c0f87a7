// Counters of attempts, and trusted devices. Only adds. Servers of the previous release can run on the same database,
// but do not count.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('limits')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('free_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('limits_expires_at').on('limits').column('expires_at').execute();
  await db.schema
    .createTable('known_devices')
    .addColumn('device_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_devices_pk', ['device_hash', 'user_id'])
    .execute();
  for (const column of ['user_id', 'seen_at'])
    await db.schema
      .createIndex(`known_devices_${column}`)
      .on('known_devices')
      .column(column)
      .execute();
}
