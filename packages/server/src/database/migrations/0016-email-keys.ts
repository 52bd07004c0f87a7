// Email addresses are compared by ASCII case alone: keys that Unicode folded further are made anew. An index by key and
// state finds the active users of an address without reading all who have it. Servers of the release before work on
// beside this one.

import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
export async function up(db: Kysely<any>) {
  // both fold A–Z and nothing else: SQLite by nature, PostgreSQL under this collation
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const key = isSqlite ? sql`lower(email)` : sql`lower(email collate "C")`;
  // first: PostgreSQL then writes the new keys to no index
  await db.schema.dropIndex('users_email_key').ifExists().execute();
  await db
    .updateTable('users')
    .set({ email_key: key })
    .where(sql<boolean>`email_key is distinct from ${key}`)
    .execute();
  await db.schema
    .createIndex('users_email_key_disabled')
    .ifNotExists()
    .on('users')
    .columns(['email_key', 'disabled'])
    .where('email_key', 'is not', null)
    .execute();
}
