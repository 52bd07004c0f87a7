// The PostgreSQL roles of docs/operate.md, created by its own statements. One role migrates the schema. The other
// runs the server and cannot change the schema.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addUser } from '../../test/support/world.ts';
import { findUsers } from '../users/search/find-users.ts';
import { SearchTexts } from '../users/search/refresh.ts';
import { connect, type Database } from './connect.ts';
import { migrate } from './migrate.ts';

const name = `brama_${randomBytes(6).toString('hex')}`;
const opened: Database[] = [];

function urlOf(database: string, user?: string, password = '') {
  const url = new URL(inject('postgresUrl'));
  if (user !== undefined) Object.assign(url, { username: user, password });
  url.pathname = `/${database}`;
  return url.href;
}

async function asSuperuser(database: string, statements: string) {
  const client = new pg.Client(urlOf(database));
  await client.connect();
  try {
    // separately, because CREATE DATABASE cannot run in a transaction
    for (const statement of statements.split(';\n')) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function open(user: string, password: string): Promise<Database> {
  const db = await connect({ postgresUrl: urlOf(name, user, password) }, () => undefined);
  opened.push(db);
  return db;
}

async function searchIndexes(db: Database): Promise<number> {
  const { rows } = await sql`select 1 from pg_indexes where indexname = 'user_search_text'`.execute(
    db,
  );
  return rows.length;
}

beforeAll(async () => {
  const manual = readFileSync(join(import.meta.dirname, '../../../../docs/operate.md'), 'utf8');
  const statements = /```sql\n(create role [^`]+)```/.exec(manual)?.[1] ?? '';
  const [before = '', inside = ''] = statements
    .replaceAll(/\bbrama(?=_owner|\b)/g, name)
    .split(`\\connect ${name}\n`);
  await asSuperuser('postgres', before);
  await asSuperuser(name, inside);
});

afterAll(async () => {
  await Promise.all(opened.map((db) => db.destroy()));
  await asSuperuser(
    'postgres',
    `drop database ${name} with (force);\ndrop role ${name}_owner;\ndrop role ${name}`,
  );
});

test('the owner migrates the schema; the other role uses it and cannot change it', async () => {
  const server = await open(name, 'another');
  await expect(sql`select 1 from users`.execute(server)).rejects.toThrow('does not exist');
  const owner = await open(`${name}_owner`, 'one');
  await migrate(owner);
  expect(await searchIndexes(owner)).toBe(1);

  await migrate(server);
  await server.insertInto('groups').values({ name: 'students', created_at: 0 }).execute();
  await server.updateTable('groups').set({ created_at: 1 }).execute();
  expect(await server.selectFrom('groups').select('created_at').execute()).toHaveLength(1);
  await server.deleteFrom('groups').execute();
  await sql`create temporary table staged (id int)`.execute(server);

  for (const forbidden of [
    sql`create table planted (id int)`,
    sql`alter table users add column planted int`,
    sql`drop table sessions`,
    sql`truncate users`,
    sql`create schema planted`,
    sql`create role planted`,
    sql`create database planted`,
  ])
    await expect(forbidden.execute(server)).rejects.toThrow(/permission denied|must be owner/);
});

test('without pg_trgm the schema is migrated too, and searches work', async () => {
  await asSuperuser(
    name,
    `drop extension pg_trgm cascade;\ndrop schema ${name} cascade;\ncreate schema ${name} authorization ${name}_owner`,
  );
  const db = await open(`${name}_owner`, 'one');
  await migrate(db);
  expect(await searchIndexes(db)).toBe(0);
  await addUser(db, { username: 'o.shevchenko', fullName: 'Шевченко Олена' }, 'x');
  await new SearchTexts(db).refresh(10);
  const found = await findUsers(db, {
    filters: { q: 'олена шевч' },
    sort: 'username',
    after: undefined,
    limit: 10,
  });
  expect(found).toMatchObject([{ user: { username: 'o.shevchenko' } }]);
});
