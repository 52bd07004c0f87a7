// Everything is copied between the two databases, and equal afterwards. A killed copy continues; meanwhile no server starts.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { makePlace, type Place } from '../../test/support/backups.ts';
import { mainFile, withCompileCache } from '../../test/support/command-process.ts';
import {
  type DatabaseKind,
  makeEmptyDatabase,
  putDatabase,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { onPostgres } from '../../test/support/templates.ts';
import { addUser } from '../../test/support/world.ts';
import { connect, type Database } from '../database/connect.ts';
import { findFact, recordFact } from '../database/installation.ts';
import { openDatabase, openForCommand } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { SearchTexts } from '../users/search/refresh.ts';
import { runDatabase } from './database.ts';
import { openKeys } from './guard-keys.ts';
import { systemUser } from './system-user.ts';

const log = createLogger('silent');
let postgres: TestDatabase;
let place: Place;
let out: string[];
let err: string[];

beforeEach(async () => {
  out = [];
  err = [];
  vi.spyOn(console, 'log').mockImplementation((text) => void out.push(text));
  vi.spyOn(console, 'error').mockImplementation((text) => void err.push(text));
  postgres = await makeEmptyDatabase('postgres');
  place = makePlace(postgres.address);
  putDatabase(place.folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await postgres.close();
  place.remove();
});

const file = () => join(place.folder, 'brama.sqlite');
const configOf = (kind: DatabaseKind) =>
  kind === 'postgres' ? place.config : { ...place.config, databaseUrl: undefined };
const copy = (from: DatabaseKind, to: DatabaseKind) =>
  runDatabase(['copy', '--from', from, '--to', to], () => place.config);
const openOf = (kind: DatabaseKind) => openForCommand(configOf(kind), log);

/** Fills the database of SQLite like a server. */
async function fill(): Promise<void> {
  const db = await connect({ sqliteFile: file() }, () => undefined);
  await openKeys(db, { ...configOf('sqlite') }, log);
  const ids: string[] = [];
  for (const username of ['a', 'б', 'Z', 'o.shevchenko', '👩'])
    ids.push(
      await addUser(
        db,
        { username, fullName: `Ім’я ${username}`, groups: ['students', username] },
        'x',
      ),
    );
  // a guest may come before the sponsor
  for (const [index, id] of ids.entries())
    await db
      .updateTable('users')
      .set({ sponsor_id: ids[(index + 1) % ids.length] ?? null })
      .where('id', '=', id)
      .execute();
  await db.insertInto('groups').values({ name: 'students', created_at: 1 }).execute();
  await recordFact(db, { name: 'administrator', value: 'set-up', at: 1 });
  await db
    .insertInto('sessions')
    .values({
      uid: randomUUID(),
      id_hash: 'h',
      user_id: ids[0] ?? '',
      method: 'password',
      verified_at: Date.now(),
      created_at: 1,
      seen_at: 1,
      expires_at: 2,
      encrypted_tax_id: null,
      browser: 'Ж\n\t"',
      system: '',
    })
    .execute();
  await new SearchTexts(db).refresh(1000);
  await db.updateTable('user_search').set({ last_sign_in_at: 5 }).execute();
  await db.destroy();
}

async function usernames(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('users').select('username').orderBy('id').execute();
  return rows.map(({ username }) => username).sort();
}

test('there and back: equal rows, groups and searches, and the source stays', async () => {
  await fill();
  expect(await copy('sqlite', 'postgres'), err.join('\n')).toBe(0);
  expect(out.at(-1)).toMatch(/^Copied \d+ rows from sqlite to postgres\. All numbers and hashes/);
  const there = await openOf('postgres');
  expect(await usernames(there)).toHaveLength(5);
  expect(await there.selectFrom('group_members').selectAll().execute()).toHaveLength(10);
  const found = await there.selectFrom('user_search').select('last_sign_in_at').execute();
  expect(found.map((row) => row.last_sign_in_at)).toEqual([5, 5, 5, 5, 5]);
  const events = there.selectFrom('events').select(['type', 'details']);
  expect(await events.execute()).toEqual([
    {
      type: 'database.copied',
      details: JSON.stringify({ how: 'to-postgres', systemUser: systemUser() }),
    },
  ]);
  await there.destroy();
  expect(await copy('postgres', 'sqlite')).toBe(1);
  expect(err.at(-1)).toContain('The target is not empty: its table ');
  for (const end of ['', '-wal', '-shm']) rmSync(`${file()}${end}`, { force: true });
  expect(await copy('postgres', 'sqlite'), err.join('\n')).toBe(0);
  const back = await openOf('sqlite');
  expect(await usernames(back)).toHaveLength(5);
  expect(await findFact(back, 'administrator')).toBe('set-up');
  const index = sql`select rowid from user_search_index where user_search_index match 'she'`;
  expect((await index.execute(back)).rows).toHaveLength(1);
  await back.destroy();
});

test('a server that runs is noticed, on both databases', async () => {
  await fill();
  const server = await openDatabase(configOf('sqlite'), log);
  await server.selectFrom('users').select('id').execute();
  expect(await copy('sqlite', 'postgres')).toBe(1);
  expect(err.at(-1)).toMatch(/brama\.sqlite open: stop it first\.$/);
  await server.destroy();
  const other = await openDatabase(configOf('postgres'), log);
  await other.selectFrom('users').select('id').execute();
  expect(await copy('sqlite', 'postgres')).toBe(1);
  expect(err.at(-1)).toMatch(/^The database of PostgreSQL has \d+ other connections/);
  await other.destroy();
  expect(await copy('sqlite', 'postgres'), err.join('\n')).toBe(0);
});

function addManyUsers(count: number): void {
  const database = new SqliteFile(file());
  database.exec('pragma foreign_keys = on; begin');
  const add = database.prepare(
    `insert into users (id, username, username_key, full_name, data, groups, disabled, version, created_at, updated_at) values (?, ?, ?, ?, '{}', '["students"]', 0, 1, 1, 1)`,
  );
  for (let number = 0; number < count; number += 1) {
    const name = `user.${number}`;
    add.run(randomUUID(), name, name, `Користувач ${number}`);
  }
  database.exec('commit');
  database.close();
}

/** What PostgreSQL shows of a copy. The queries need another database, because the copy refuses other connections to its own. */
const signs = {
  // it creates the schema
  connection: 'select 1 from pg_stat_activity where datname = $1',
  // it copies or compares
  lock: "select 1 from pg_locks join pg_database d on d.oid = database where datname = $1 and locktype = 'advisory' and granted and (classid::bigint << 32) | objid::bigint = hashtextextended('use of the database of Brama', 0) and mode = 'ExclusiveLock'",
};

/** Runs the command as a process, and kills it so many milliseconds after the sign. Returns whether it was killed. */
async function killAfter(
  [from, to]: [DatabaseKind, DatabaseKind],
  sign: keyof typeof signs,
  ms: number,
): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [mainFile, 'database', 'copy', '--from', from, '--to', to],
    { env: withCompileCache(place.env), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const messages = text(child.stderr);
  const exited = once(child, 'exit');
  const { pathname } = new URL(place.config.databaseUrl ?? '');
  const isSeen = async (client: pg.Client) =>
    child.exitCode !== null || (await client.query(signs[sign], [pathname.slice(1)])).rowCount;
  await onPostgres(inject('postgresUrl'), (client) =>
    vi.waitUntil(() => isSeen(client), { timeout: 30_000, interval: 3 }),
  );
  const killing = setTimeout(() => child.kill('SIGKILL'), ms);
  const [code] = await exited;
  clearTimeout(killing);
  const told = await messages;
  // the one before was killed after its last row
  const wasComplete = told.includes('The target is not empty');
  if (code !== null && !wasComplete) expect(code, told).toBe(0);
  return code === null;
}

const asSuperuser = <T>(work: (client: pg.Client) => Promise<T>) =>
  onPostgres('postgresUrl' in postgres.address ? postgres.address.postgresUrl : '', work);

/** Waits until PostgreSQL has noticed that the killed process is gone. */
const untilAlone = () =>
  vi.waitFor(
    () =>
      asSuperuser(async (client) => {
        const others = await client.query(
          'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null',
        );
        expect(others.rowCount).toBe(0);
      }),
    { timeout: 20_000, interval: 50 },
  );

const findMark = () =>
  asSuperuser(async (client): Promise<string | undefined> => {
    const found = await client
      .query("select value from installation where name = 'copy-unfinished'")
      .catch(() => undefined);
    return found?.rows[0]?.value;
  });

test('a killed copy lets no server start, and continues', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  await fill();
  const isThorough = inject('isThorough');
  const users = isThorough ? 100_000 : 4000;
  const first = isThorough ? 3000 : 30;
  addManyUsers(users);
  // while it creates the schema
  expect(await killAfter(['sqlite', 'postgres'], 'connection', 0)).toBe(true);
  await untilAlone();
  const marks = new Set<string>();
  // the first is found in small steps, the others are spread over the time of the copy
  const later = (ms: number) => (marks.size === 0 || isThorough ? ms + first : 3 * ms);
  for (let ms = first; await killAfter(['sqlite', 'postgres'], 'lock', ms); ms = later(ms)) {
    await untilAlone();
    const mark = await findMark();
    if (mark === undefined) continue;
    marks.add(mark);
    for (const open of [openDatabase, openForCommand])
      await expect(open(place.config, log)).rejects.toThrow('a copy to this database was');
    await untilAlone();
  }
  expect(marks.size).toBeGreaterThan(0);
  const there = await openOf('postgres');
  expect((await usernames(there)).length).toBe(users + 5);
  await there.destroy();
  // and back, also interrupted
  for (const end of ['', '-wal', '-shm']) rmSync(`${file()}${end}`, { force: true });
  await untilAlone();
  for (let ms = first; await killAfter(['postgres', 'sqlite'], 'lock', ms); ms = later(ms))
    await untilAlone();
  const back = await openOf('sqlite');
  expect((await usernames(back)).length).toBe(users + 5);
  await back.destroy();
});

test('an interrupted copy is not continued from another database', async () => {
  await fill();
  expect(await copy('sqlite', 'postgres')).toBe(0);
  const mark = { from: 'sqlite', dataKey: 'other', done: [], current: null };
  await asSuperuser((client) =>
    client.query('insert into installation (name, value, recorded_at) values ($1, $2, 0)', [
      'copy-unfinished',
      JSON.stringify(mark),
    ]),
  );
  expect(await copy('sqlite', 'postgres')).toBe(1);
  expect(err.at(-1)).toContain('an interrupted copy of another database');
});

test('a row that differs in the target is found, and no server starts', async () => {
  await fill();
  expect(await copy('sqlite', 'postgres')).toBe(0);
  await asSuperuser(async (client) => {
    await client.query("update users set full_name = 'other' where username = 'a'");
    await client.query('delete from events');
    const tables = await client.query(
      "select tablename from pg_tables where schemaname = 'public'",
    );
    const key = await client.query("select value from installation where name = 'data-key-check'");
    const mark = {
      from: 'sqlite',
      dataKey: key.rows[0].value,
      done: tables.rows.map(({ tablename }) => tablename),
      current: null,
    };
    await client.query('insert into installation (name, value, recorded_at) values ($1, $2, 0)', [
      'copy-unfinished',
      JSON.stringify(mark),
    ]);
  });
  expect(await copy('sqlite', 'postgres')).toBe(1);
  expect(err.at(-1)).toMatch(/^The table users differs: 5 rows \(SHA-256 /);
  await untilAlone();
  await expect(openDatabase(place.config, log)).rejects.toThrow('a copy to this database');
});
