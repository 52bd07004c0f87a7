// Validity of users and memberships, sponsors of guests, an index of the members of groups, and hashes of the usernames of erased
// users. Triggers keep the index, so that every writer of `users.groups` does. Servers of the previous release can run on the same database.

import { type Kysely, SqliteAdapter, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's schema
type Db = Kysely<any>;

async function addColumns(db: Db) {
  await db.schema
    .alterTable('users')
    .addColumn('disabled_by_administrator', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('groups')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('users').addColumn('erased_at', 'bigint').execute();
  for (const column of ['valid_from', 'valid_until', 'changes_at'])
    await db.schema.alterTable('users').addColumn(column, 'bigint').execute();
  await db.schema
    .alterTable('users')
    .addColumn('sponsor_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .execute();
  await sql`update users set disabled_by_administrator = 1 where disabled = 1`.execute(db);
  for (const column of ['changes_at', 'sponsor_id'])
    await db.schema
      .createIndex(`users_${column}`)
      .on('users')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
}

async function createTables(db: Db, isSqlite: boolean) {
  await db.schema
    .createTable('group_members')
    .addColumn('group_name', 'text', (c) => c.notNull())
    // triggers delete the rows with the user: a foreign key costs more than all else for many new users
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('group_members_key', ['group_name', 'user_id'])
    // one tree instead of two
    .$call((table) => (isSqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await db.schema
    .createTable('membership_periods')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('group_name', 'text', (c) => c.notNull())
    .addColumn('valid_from', 'bigint')
    .addColumn('valid_until', 'bigint')
    .addPrimaryKeyConstraint('membership_periods_key', ['user_id', 'group_name'])
    .execute();
  await db.schema
    .createIndex('membership_periods_group_name')
    .on('membership_periods')
    .column('group_name')
    .execute();
  await db.schema
    .createTable('former_usernames')
    .addColumn('username_hash', 'text', (c) => c.primaryKey())
    .addColumn('erased_at', 'bigint', (c) => c.notNull())
    .execute();
}

const sqliteTriggers = [
  `create trigger users_groups_added after insert on users when new.groups <> '[]'
   begin
     insert or ignore into group_members (group_name, user_id) select value, new.id from json_each(new.groups);
   end`,
  `create trigger users_groups_changed after update of groups on users when new.groups <> old.groups
   begin
     delete from group_members where user_id = new.id
       and group_name in (select value from json_each(old.groups));
     insert or ignore into group_members (group_name, user_id) select value, new.id from json_each(new.groups);
   end`,
  `create trigger users_groups_deleted after delete on users when old.groups <> '[]'
   begin
     delete from group_members where user_id = old.id
       and group_name in (select value from json_each(old.groups));
   end`,
];

/** The members by the groups of these users. */
const membersOf = (users: string) =>
  `select distinct name, id from ${users}, jsonb_array_elements_text(groups::jsonb) as name`;

// each runs once for a statement, however many users it changes
const postgresTriggers = [
  `create function add_groups_of_users() returns trigger language plpgsql as $$
   begin
     insert into group_members (group_name, user_id) ${membersOf('added')};
     return null;
   end $$`,
  `create trigger users_groups_added after insert on users referencing new table as added
   for each statement execute function add_groups_of_users()`,
  `create function change_groups_of_users() returns trigger language plpgsql as $$
   begin
     if not exists (select id, groups from changed except select id, groups from former) then return null; end if;
     delete from group_members using (${membersOf('former')} except ${membersOf('changed')}) gone
       where group_name = gone.name and user_id = gone.id;
     insert into group_members (group_name, user_id) ${membersOf('changed')} except ${membersOf('former')};
     return null;
   end $$`,
  `create trigger users_groups_changed after update on users referencing old table as former new table as changed
   for each statement execute function change_groups_of_users()`,
  `create function delete_groups_of_users() returns trigger language plpgsql as $$
   begin
     delete from group_members using (${membersOf('deleted')}) gone
       where group_name = gone.name and user_id = gone.id;
     return null;
   end $$`,
  `create trigger users_groups_deleted after delete on users referencing old table as deleted
   for each statement execute function delete_groups_of_users()`,
];

/** Indexes the members once. */
async function fillMembers(db: Db, isSqlite: boolean) {
  const names = isSqlite
    ? sql`select distinct value, users.id from users, json_each(users.groups)`
    : sql`select distinct name, users.id from users, jsonb_array_elements_text(groups::jsonb) as name`;
  await sql`insert into group_members (group_name, user_id) ${names}`.execute(db);
}

export async function up(db: Db): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await addColumns(db);
  await createTables(db, isSqlite);
  await fillMembers(db, isSqlite);
  for (const trigger of isSqlite ? sqliteTriggers : postgresTriggers)
    await sql.raw(trigger).execute(db);
}
