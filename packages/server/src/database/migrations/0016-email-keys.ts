// Email addresses ignore case for ASCII letters only. Replaces the keys for which Unicode case folding went further.
// An index by key and state finds the active users of an address without reading all its users. Servers of the
// previous release can run on the same database.

import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type AnyDatabase = Kysely<any>;

/** Keeps each statement far below the statement timeout, for any number of users. */
const rowsPerUpdate = 5000;

/** Corrects the keys of some users. Returns false if no key was wrong. */
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
  // both convert A–Z only: SQLite always, PostgreSQL with this collation
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const key = isSqlite ? sql`lower(email)` : sql`lower(email collate "C")`;
  // first, so that PostgreSQL does not write the new keys to the index
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
