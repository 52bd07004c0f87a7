// When each user has signed in last, by which lists of users are filtered and sorted, and indexes for further filters. Why an administrator
// has disabled a user. Only adds.

import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('user_search')
    // 0: never
    .addColumn('last_sign_in_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('user_search_last_sign_in_at')
    .on('user_search')
    .columns(['last_sign_in_at', 'user_id'])
    .execute();
  await db.schema.alterTable('users').addColumn('disabled_note', 'text').execute();
  await sql`create index users_valid_until on users (valid_until) where valid_until is not null`.execute(
    db,
  );
  await sql`create index users_without_password on users (tax_id_hash) where password_hash is null`.execute(
    db,
  );
}
