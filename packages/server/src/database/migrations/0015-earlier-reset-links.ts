// The previous reset link of a user, which stays valid until it expires. Only adds, so servers of the previous
// release can run on the same database.

import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('password_resets').addColumn('earlier_hash', 'text').execute();
  await db.schema.alterTable('password_resets').addColumn('earlier_expires_at', 'bigint').execute();
  await db.schema
    .createIndex('password_resets_earlier_hash')
    .on('password_resets')
    .column('earlier_hash')
    .execute();
}
