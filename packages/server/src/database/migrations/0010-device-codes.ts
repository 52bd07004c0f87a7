// Devices that wait until a user signs in on another device (RFC 8628). Only adds, so servers of the previous release
// can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('oidc_device_codes')
    .addColumn('device_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_hash', 'text', (c) => c.notNull().unique())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('consumed_at', 'bigint')
    .addColumn('polled_at', 'bigint')
    .addColumn('interval_seconds', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('oidc_device_codes_expires_at')
    .on('oidc_device_codes')
    .column('expires_at')
    .execute();
}
