// The texts by which users are searched, and the keys by which they are sorted. They are in a table of their own, so that a search reads
// only this table. Triggers mark the texts of new and changed users as missing (null), for every writer; the server fills them
// (users/search/refresh.ts). So do servers of the previous release, which can run on the same database. SQLite finds texts by FTS5,
// PostgreSQL by pg_trgm. Without that extension PostgreSQL reads all texts.

import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type Db = Kysely<any>;

const searched = [
  'username',
  'full_name',
  'full_name_en',
  'given_name',
  'email',
  'student_id',
  'employee_id',
];
const [before, after] = ['old', 'new'].map((row) =>
  searched.map((column) => `${row}.${column}`).join(', '),
);

const sqliteStatements = [
  // only the index: the texts are in the table
  `create virtual table user_search_index using fts5(text, content='user_search', content_rowid='id',
     tokenize='trigram case_sensitive 1', detail=none, columnsize=0)`,
  `create trigger user_search_unindexed after update of text on user_search when old.text is not null
   begin
     insert into user_search_index(user_search_index, rowid, text) values ('delete', old.id, old.text);
   end`,
  `create trigger user_search_indexed after update of text on user_search when new.text is not null
   begin
     insert into user_search_index(rowid, text) values (new.id, new.text);
   end`,
  `create trigger user_search_deleted after delete on user_search when old.text is not null
   begin
     insert into user_search_index(user_search_index, rowid, text) values ('delete', old.id, old.text);
   end`,
  `create trigger users_search_added after insert on users
   begin
     insert into user_search(user_id, username_key, name_key, created_at)
       values (new.id, new.username_key, substr(new.full_name, 1, 200), new.created_at);
   end`,
  `create trigger users_search_changed after update of ${searched} on users when (${before}) is not (${after})
   begin
     update user_search set text = null, username_key = new.username_key,
       name_key = substr(new.full_name, 1, 200), version = version + 1 where user_id = new.id;
   end`,
  `create trigger users_search_deleted after delete on users
   begin
     delete from user_search where user_id = old.id;
   end`,
];

const postgresStatements = [
  `create function add_user_search() returns trigger language plpgsql as $$
   begin
     insert into user_search(user_id, username_key, name_key, created_at)
       select id, username_key, left(full_name, 200), created_at from added;
     return null;
   end $$`,
  `create trigger users_search_added after insert on users referencing new table as added
   for each statement execute function add_user_search()`,
  `create function change_user_search() returns trigger language plpgsql as $$
   begin
     update user_search set text = null, username_key = new.username_key,
       name_key = left(new.full_name, 200), version = version + 1 where user_id = new.id;
     return null;
   end $$`,
  `create trigger users_search_changed after update of ${searched} on users for each row
   when ((${before}) is distinct from (${after})) execute function change_user_search()`,
  `create function delete_user_search() returns trigger language plpgsql as $$
   begin
     delete from user_search where user_id in (select id from deleted);
     return null;
   end $$`,
  `create trigger users_search_deleted after delete on users referencing old table as deleted
   for each statement execute function delete_user_search()`,
  // The role may lack the right to create the extension. Without fastupdate a search never reads a list of changed texts.
  `do $$
   begin
     create extension if not exists pg_trgm;
     create index user_search_text on user_search using gin (text gin_trgm_ops) with (fastupdate = off) where text is not null;
   exception when others then
     raise notice 'searches of users read all texts: %', sqlerrm;
   end $$`,
];

export async function up(db: Db): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  // compared by code points, as SQLite does
  const text = isSqlite ? sql`text` : sql`text collate "C"`;
  await db.schema
    .createTable('user_search')
    .$call((table) =>
      isSqlite
        ? // FTS5 needs a number that VACUUM does not change
          table
            .addColumn('id', 'integer', (c) => c.primaryKey())
            .addColumn('user_id', 'text', (c) => c.notNull().unique())
        : table.addColumn('user_id', 'text', (c) => c.primaryKey()),
    )
    .addColumn('text', text)
    .addColumn('username_key', text, (c) => c.notNull())
    .addColumn('name_key', text, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  const name = isSqlite ? sql`substr(full_name, 1, 200)` : sql`left(full_name, 200)`;
  await sql`insert into user_search(user_id, username_key, name_key, created_at)
    select id, username_key, ${name}, created_at from users`.execute(db);
  for (const key of ['username_key', 'name_key', 'created_at'])
    await db.schema
      .createIndex(`user_search_${key}`)
      .on('user_search')
      .columns([key, 'user_id'])
      .execute();
  await db.schema
    .createIndex('user_search_missing')
    .on('user_search')
    .column('user_id')
    .where(sql.ref('text'), 'is', null)
    .execute();
  await db.schema
    .createIndex('users_disabled')
    .on('users')
    .column('id')
    .where(sql.ref('disabled'), '=', sql.lit(1))
    .execute();
  for (const statement of isSqlite ? sqliteStatements : postgresStatements)
    await sql.raw(statement).execute(db);
}
