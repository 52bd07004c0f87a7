// Email addresses are compared by ASCII case alone: keys that Unicode folded further are made anew. An index by key and
// state finds the active users of an address without reading all who have it. Servers of the release before work on
// beside this one.

import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type AnyDatabase = Kysely<any>;

/** However many users there are, each statement is over long before the time a statement may take. */
const rowsPerUpdate = 5000;

/** Makes wrong keys of some users anew; false where there were none. */
async function makeKeys(db: AnyDatabase, key: RawBuilder<unknown>): Promise<boolean> {
  const wrong = db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`email_key is distinct from ${key}`)
    .limit(rowsPerUpdate);
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email_key: key })
    .where('id', 'in', wrong)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function up(db: AnyDatabase) {
  // both fold A–Z and nothing else: SQLite by nature, PostgreSQL under this collation
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const key = isSqlite ? sql`lower(email)` : sql`lower(email collate "C")`;
  // first: PostgreSQL then writes the new keys to no index
  await db.schema.dropIndex('users_email_key').ifExists().execute();
  while (await makeKeys(db, key));
  await db.schema
    .createIndex('users_email_key_disabled')
    .ifNotExists()
    .on('users')
    .columns(['email_key', 'disabled'])
    .where('email_key', 'is not', null)
    .execute();
}
