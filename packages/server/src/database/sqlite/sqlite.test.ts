import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { makeDatabase } from '../../../test/support/databases.ts';
import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { prepare } from '../prepared.ts';

const holder = `
const Database = require('better-sqlite3');
const db = new Database(process.argv[1]);
db.exec('begin immediate');
process.stdout.write('held');
process.stdin.once('data', () => {
  db.exec('commit');
  process.stdin.unref();
});
`;

test('waiting for another process does not block the event loop', async () => {
  const { db, address, close } = await makeDatabase('sqlite');
  try {
    const file = 'sqliteFile' in address ? address.sqliteFile : '';
    const other = spawn(process.execPath, ['-e', holder, file], {
      cwd: import.meta.dirname,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    let written = false;
    const write = db
      .insertInto('groups')
      .values({ name: 'students', created_at: 0 })
      .execute()
      .then(() => {
        written = true;
      });
    for (let turns = 0; turns < 100; turns += 1) await nextTurn();
    expect(written).toBe(false);
    // readers do not wait either
    const names = prepare(db, () => db.selectFrom('groups').select('name'));
    expect(await names.all({})).toEqual([]);
    expect(written).toBe(false);
    other.stdin.end('let go');
    await write;
    expect(await db.selectFrom('groups').select('name').execute()).toEqual([{ name: 'students' }]);
    if (other.exitCode === null) await once(other, 'exit');
  } finally {
    await close();
  }
});

test('several processes can open a new file at the same time', async () => {
  const { address, close } = await makeDatabase('sqlite');
  try {
    const fresh = 'sqliteFile' in address ? `${address.sqliteFile}-fresh` : '';
    const all = Array.from({ length: 6 }, () => connect({ sqliteFile: fresh }, () => undefined));
    await Promise.all(all.map(migrate));
    for (const db of all) {
      expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
      await db.destroy();
    }
    expect(statSync(fresh).mode & 0o777).toBe(0o600);
  } finally {
    await close();
  }
});

test('a write with relaxed durability reaches the disk soon, also under load', async () => {
  const { db, address, close } = await makeDatabase('sqlite');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const file = 'sqliteFile' in address ? `${address.sqliteFile}-wal` : '';
    const put = prepare(
      db,
      ({ name }: { name: string }) => db.insertInto('groups').values({ name, created_at: 0 }),
      { relaxedDurability: true },
    );
    const changesNothing = () => db.deleteFrom('groups').where('name', '=', 'nobody').execute();
    await put.change({ name: 'students' });
    await changesNothing();
    const size = statSync(file).size;
    // the timer writes a page durably, and SQLite flushes the relaxed writes with it
    vi.advanceTimersByTime(1000);
    expect(statSync(file).size).toBeGreaterThan(size);

    await put.change({ name: 'employees' });
    await db.transaction().execute(async () => void vi.advanceTimersByTime(1000));
    const later = statSync(file).size;
    vi.advanceTimersByTime(1000);
    expect(statSync(file).size).toBeGreaterThan(later);
  } finally {
    vi.useRealTimers();
    await close();
  }
});

test('a failed flush is reported and repeated, and fails no request', async () => {
  const { address, close } = await makeDatabase('sqlite');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const troubles: Error[] = [];
  const db = connect(address, (error) => troubles.push(error));
  try {
    const put = prepare(
      db,
      ({ name }: { name: string }) => db.insertInto('groups').values({ name, created_at: 0 }),
      { relaxedDurability: true },
    );
    await put.change({ name: 'students' });
    await sql`pragma query_only = on`.execute(db);
    vi.advanceTimersByTime(2000);
    expect(troubles.map(({ message }) => message)).toEqual(
      Array(2).fill('attempt to write a readonly database'),
    );
    await sql`pragma query_only = off`.execute(db);
    vi.advanceTimersByTime(10_000);
    expect(troubles).toHaveLength(2);
  } finally {
    vi.useRealTimers();
    await db.destroy();
    await close();
  }
});
