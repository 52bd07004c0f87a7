// Backups of PostgreSQL, with that of Debian: the embedded one of the other tests has no pg_dump.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  debianPostgres,
  startPostgres,
  type ThrowawayPostgres,
} from '../../../../scripts/environment/postgres.ts';
import { makeIdentity, makePlace, type Place } from '../../test/support/backups.ts';
import { makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { addUser } from '../../test/support/world.ts';
import { createLogger } from '../http/log.ts';
import { environmentOf } from './backup/postgres-tools.ts';
import { runBackup } from './backup.ts';
import { openKeys } from './guard-keys.ts';

const bin = debianPostgres();

// without it: apt-get install postgresql-15
describe.runIf(bin)('on the PostgreSQL of Debian', () => {
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  let server: ThrowawayPostgres;
  let database: TestDatabase;
  let place: Place;
  let identity: Awaited<ReturnType<typeof makeIdentity>>;
  let out: string[];
  let err: string[];

  beforeAll(async () => {
    server = await startPostgres({ inMemory: true, ...(bin && { bin }) });
  });
  afterAll(async () => {
    await server.stop();
  });
  beforeEach(async () => {
    out = [];
    err = [];
    vi.spyOn(console, 'log').mockImplementation((text) => void out.push(text));
    vi.spyOn(console, 'error').mockImplementation((text) => void err.push(text));
    database = await makeDatabase('postgres', { postgresUrl: server.url });
    place = makePlace(database.address);
    // one `verify` runs at a time; other test files have it too
    vi.stubEnv('TMPDIR', place.folder);
    identity = await makeIdentity(place.folder);
    await openKeys(database.db, place.config, createLogger('silent'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await database.close();
    place.remove();
  });

  const context = (path = env.PATH) => ({ folder: place.folder, env: { PATH: path } });
  const run = (...args: string[]) => runBackup(args, () => place.config, context());
  const inFolder = (name: string) => join(place.folder, name);

  test('a backup contains every change acknowledged before, while others are written', async () => {
    await addUser(database.db, { username: 'first', fullName: 'Ім\t’я\n\\.' }, 'x');
    let count = 0;
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        const name = `group-${count}`;
        await database.db.insertInto('groups').values({ name, created_at: 0 }).execute();
        count += 1;
        await delay(0);
      }
    })();
    await delay(50);
    const before = count;
    expect(await run('plain', '--unencrypted'), err.join('\n')).toBe(0);
    isOver = true;
    await writing;
    const header = JSON.parse(readFileSync(inFolder('plain'), 'latin1').split('\n', 2)[1] ?? '');
    expect(header).toMatchObject({ database: 'postgres', schema: 'public', rows: { users: 1 } });
    expect(header.rows.groups).toBeGreaterThanOrEqual(before);
    expect(count).toBeGreaterThan(header.rows.groups);
    expect(await run('campus.age', '--recipient', identity.recipient)).toBe(0);
    expect(await run('verify', 'campus.age', '--identity', 'identity')).toBe(0);
    expect(out.at(-1)).toContain('postgres, schema public');
    expect(out.at(-1)).toContain('all rows were read and counted');
  });

  test('without pg_restore, verify says what it has not done', async () => {
    expect(await run('plain', '--unencrypted')).toBe(0);
    const verified = runBackup(['verify', 'plain'], () => place.config, context('/nowhere'));
    expect(await verified).toBe(0);
    expect(out.at(-1)).toContain('because pg_restore is not installed here');
  });

  test('a missing and an older pg_dump are refused with a clear line', async () => {
    const backup = (path: string) =>
      runBackup(['plain', '--unencrypted'], () => place.config, context(path));
    expect(await backup('/nowhere')).toBe(1);
    expect(err.at(-1)).toBe('There is no pg_dump here: install the client programs of PostgreSQL.');
    mkdirSync(inFolder('bin'));
    writeFileSync(inFolder('bin/pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.1"\n', {
      mode: 0o755,
    });
    expect(await backup(inFolder('bin'))).toBe(1);
    expect(err.at(-1)).toMatch(/^pg_dump 9 is older than the PostgreSQL server \(\d+\): install /);
  });

  test('a dump that fails is no backup', async () => {
    mkdirSync(inFolder('bin'));
    const version = 'if [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) 99.1"; exit; fi';
    const script = `#!/bin/sh\n${version}\necho half; echo "it broke" >&2; exit 3\n`;
    writeFileSync(inFolder('bin/pg_dump'), script, { mode: 0o755 });
    const backup = runBackup(
      ['plain', '--unencrypted'],
      () => place.config,
      context(`${inFolder('bin')}:${env.PATH}`),
    );
    expect(await backup).toBe(1);
    expect(err.at(-1)).toBe('pg_dump failed: it broke');
  });
});

test('the programs receive the address by variables, and check certificates like the server', () => {
  const read = (url: string) => environmentOf(url, { NODE_EXTRA_CA_CERTS: '/ca.pem' });
  expect(read('postgres://us%40er:p%2Fw@db.example:5433/bra%20ma?application_name=b')).toEqual({
    PGHOST: 'db.example',
    PGPORT: '5433',
    PGUSER: 'us@er',
    PGPASSWORD: 'p/w',
    PGDATABASE: 'bra ma',
    PGAPPNAME: 'b',
  });
  expect(read('postgres://[::1]/d')).toEqual({ PGHOST: '::1', PGDATABASE: 'd' });
  expect(read('postgres:///d?host=/run/postgresql')).toMatchObject({ PGHOST: '/run/postgresql' });
  const verified = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca.pem' };
  expect(read('postgres://h/d?sslmode=require')).toMatchObject(verified);
  expect(read('postgres://h/d?ssl=true')).toMatchObject(verified);
  expect(read('postgres://h/d?sslmode=verify-ca&sslrootcert=/own.pem')).toMatchObject({
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: '/own.pem',
  });
});
