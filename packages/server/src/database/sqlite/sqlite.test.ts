import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeDatabase } from '../../../test/support/databases.ts';
import { loadDriver } from '../connect.ts';
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
    const open = await loadDriver({ sqliteFile: fresh });
    const all = Array.from({ length: 6 }, () => open(() => undefined));
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
