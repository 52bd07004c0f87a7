import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Encrypter } from 'age-encryption';
import SqliteFile from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { debianPostgres } from '../../../../scripts/environment/postgres.ts';
import { makeIdentity, makePlace, type Place } from '../../test/support/backups.ts';
import { mainFile, withCompileCache } from '../../test/support/command-process.ts';
import { makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { addUser } from '../../test/support/world.ts';
import { createLogger } from '../http/log.ts';
import { runBackup } from './backup.ts';
import { openKeys } from './guard-keys.ts';
import { systemUser } from './system-user.ts';

/** With the client programs of PostgreSQL, if Debian has them. */
const env = { PATH: `${debianPostgres() ?? ''}:/usr/bin:/bin` };

const hasAge = spawnSync('age', ['--version']).status === 0;

let database: TestDatabase;
let place: Place;
let identity: Awaited<ReturnType<typeof makeIdentity>>;
let out: string[];
let err: string[];

beforeEach(async () => {
  out = [];
  err = [];
  vi.spyOn(console, 'log').mockImplementation((text) => void out.push(text));
  vi.spyOn(console, 'error').mockImplementation((text) => void err.push(text));
  database = await makeDatabase('sqlite');
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

const run = (...args: string[]) =>
  runBackup(args, () => place.config, { folder: place.folder, env });
const noSettings = () => {
  throw new Error('reads settings');
};
const verify = (...args: string[]) =>
  runBackup(['verify', ...args], noSettings, { folder: place.folder, env });

const inFolder = (name: string) => join(place.folder, name);
const back = (file: string, ...options: string[]) =>
  run(file, '--recipient', identity.recipient, ...options);
const copies = () =>
  readdirSync(join(place.config.dataDir, 'unencrypted')).filter((name) => name !== 'lock');

test('a backup is readable by its owner, complete, and has its hash beside it', async () => {
  await addUser(database.db, { username: 'first' }, 'x');
  expect(await back('campus.age')).toBe(0);
  const file = inFolder('campus.age');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const sums = spawnSync('sha256sum', ['--check', 'campus.age.sha256'], { cwd: place.folder });
  expect(sums.status).toBe(0);
  expect(readFileSync(file, 'latin1')).not.toContain('first');
  expect(copies()).toEqual([]);
  expect(await verify('campus.age', '--identity', 'identity')).toBe(0);
  expect(out.at(-1)).toContain('1 user, ');
  expect(out.at(-1)).toContain('all rows were read and counted');
  expect(out.at(-1)).toContain('the hash beside it is right');
  const events = database.db.selectFrom('events').select(['type', 'details']);
  expect(await events.execute()).toEqual([
    {
      type: 'backup.created',
      details: JSON.stringify({ how: 'encrypted', systemUser: systemUser() }),
    },
  ]);
});

test.runIf(hasAge)(
  'the program age of Debian opens it: SQLite reads what follows three lines',
  async () => {
    await addUser(database.db, { username: 'first' }, 'x');
    await back('campus.age');
    const opened = spawnSync(
      'age',
      ['--decrypt', '--identity', identity.file, inFolder('campus.age')],
      {
        maxBuffer: 1e9,
      },
    );
    expect(opened.status, `${opened.stderr}`).toBe(0);
    let start = 0;
    for (let line = 0; line < 3; line += 1) start = opened.stdout.indexOf('\n', start) + 1;
    writeFileSync(inFolder('copy.sqlite'), opened.stdout.subarray(start));
    const copy = new SqliteFile(inFolder('copy.sqlite'));
    expect(copy.prepare('select username from users').pluck().all()).toEqual(['first']);
    copy.close();
  },
);

test('every change acknowledged before its start is there, while others are written', async () => {
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
  expect(before).toBeGreaterThan(0);
  expect(await run('plain', '--unencrypted')).toBe(0);
  isOver = true;
  await writing;
  const content = readFileSync(inFolder('plain'), 'latin1');
  const header = JSON.parse(content.split('\n', 2)[1] ?? '');
  expect(header.rows.groups).toBeGreaterThanOrEqual(before);
  expect(count).toBeGreaterThan(before);
  expect(await verify('plain')).toBe(0);
});

describe('without a public key', () => {
  test.each([
    [[], 'name a public key with --recipient, or choose --unencrypted'],
    [['--unencrypted', '--recipient', 'age1'], '--unencrypted: is not possible with public keys'],
    [['--keep', '2', '--unencrypted'], '--keep: FILE must contain {time} in its last part'],
    [['--identity', 'x', '--unencrypted'], '--identity: is not an option of backup'],
  ])('%j is refused', async (options, reason) => {
    expect(await run('campus.age', ...options)).toBe(2);
    expect(err.join('\n').split('\n')[0]).toBe(reason);
    expect(existsSync(inFolder('campus.age'))).toBe(false);
  });

  test('a private key is refused, and a text that is no key', async () => {
    expect(await run('campus.age', '--recipients-file', 'identity')).toBe(1);
    expect(err.at(-1)).toContain('this is a private key. It belongs on another machine');
    expect(err.join('')).not.toContain('AGE-SECRET-KEY-1');
    expect(await run('campus.age', '--recipient', 'age1other')).toBe(1);
    expect(await run('campus.age', '--recipients-file', 'missing')).toBe(1);
    expect(existsSync(inFolder('campus.age'))).toBe(false);
  });

  test('several public keys stand in a file', async () => {
    const other = await makeIdentity(place.folder, 'other');
    writeFileSync(inFolder('keys'), `# two\n${identity.recipient}\n\n${other.recipient}\n`);
    expect(await run('campus.age', '--recipients-file', 'keys')).toBe(0);
    for (const name of ['identity', 'other'])
      expect(await verify('campus.age', '--identity', name)).toBe(0);
  });
});

describe('verify refuses', () => {
  beforeEach(async () => {
    await back('campus.age');
  });

  const refused = async (reason: string, ...args: string[]) => {
    expect(await verify(...args, '--identity', 'identity')).toBe(1);
    expect(err.at(-1)).toContain(reason);
  };

  test('another key, and none', async () => {
    await makeIdentity(place.folder, 'other');
    expect(await verify('campus.age', '--identity', 'other')).toBe(1);
    expect(err.at(-1)).toContain('is encrypted for another key');
    expect(await verify('campus.age')).toBe(1);
    expect(err.at(-1)).toContain('name the file of the private key with --identity');
    writeFileSync(inFolder('foreign'), 'AGE-SECRET-KEY-1QQQ\n');
    expect(await verify('campus.age', '--identity', 'foreign')).toBe(1);
    expect(err.at(-1)).toContain('is not a file of private keys');
    expect(err.join('')).not.toContain('1QQQ');
  });

  test('a file truncated at any place', async () => {
    const { size } = statSync(inFolder('campus.age'));
    for (const bytes of [size - 1, size - 65_552, Math.floor(size / 2), 500, 150, 21]) {
      copyFileSync(inFolder('campus.age'), inFolder('short.age'));
      truncateSync(inFolder('short.age'), bytes);
      await refused(bytes === 21 ? 'is not a backup of Brama' : 'is damaged', 'short.age');
    }
    writeFileSync(inFolder('empty'), '');
    await refused('is not a backup of Brama', 'empty');
  });

  test('a changed byte at any place, and bytes after the end', async () => {
    const content = readFileSync(inFolder('campus.age'));
    for (const place of [30, 130, 400, 70_000, content.length - 1]) {
      const changed = Buffer.from(content);
      changed.writeUInt8((changed.readUInt8(place) + 1) % 256, place);
      writeFileSync(inFolder('changed.age'), changed);
      await refused('changed.age is ', 'changed.age');
    }
    writeFileSync(inFolder('longer.age'), Buffer.concat([content, Buffer.from('more')]));
    await refused('is damaged', 'longer.age');
  });

  test('a file that is not the one of the hash beside it', async () => {
    writeFileSync(inFolder('campus.age.sha256'), `${'0'.repeat(64)}  campus.age\n`);
    await refused('is not the file whose hash is in', 'campus.age');
  });

  test('a foreign file, also one that age encrypted, and one of a later format', async () => {
    writeFileSync(inFolder('text'), 'nothing');
    await refused('text is not a backup of Brama', 'text');
    const encrypter = new Encrypter();
    encrypter.addRecipient(identity.recipient);
    writeFileSync(inFolder('text.age'), await encrypter.encrypt('nothing'));
    await refused('text.age is not a backup of Brama', 'text.age');
    writeFileSync(inFolder('later'), 'brama-backup 2\n{}\n0\n');
    await refused('was written by a newer release', 'later');
    writeFileSync(inFolder('endless'), `brama-backup 1\n${'x'.repeat(5_000_000)}`);
    await refused('is truncated', 'endless');
    writeFileSync(inFolder('header'), `age-encryption.org/v1\n${'x'.repeat(1_000_000)}`);
    await refused('the header of age is incomplete', 'header');
    writeFileSync(inFolder('other'), 'brama-backup 1\n{"rows":{}}\n0\n');
    await refused('its description cannot be read', 'other');
    mkdirSync(inFolder('folder'));
    await refused('Cannot read', 'folder');
    await refused('there is no such file', 'missing');
    expect(err.join('\n')).not.toContain(' at ');
  });

  test('an unencrypted backup whose content was changed or is longer', async () => {
    await run('plain', '--unencrypted');
    const content = readFileSync(inFolder('plain'));
    const changed = Buffer.from(content);
    changed.writeUInt8(changed.readUInt8(content.length - 100) ^ 1, content.length - 100);
    for (const [name, bytes, reason] of [
      ['changed', changed, 'its content is not the one that was written'],
      ['longer', Buffer.concat([content, Buffer.from('x')]), 'its content is not the one'],
      ['shorter', content.subarray(0, -1), 'is truncated: 1 bytes are missing'],
    ] as const) {
      writeFileSync(inFolder(name), bytes);
      await refused(reason, name);
    }
  });
});

test('an existing file, a missing folder and a running backup refuse early', async () => {
  writeFileSync(inFolder('campus.age'), 'older');
  expect(await back('campus.age')).toBe(1);
  expect(readFileSync(inFolder('campus.age'), 'utf8')).toBe('older');
  expect(await back('missing/campus.age')).toBe(1);
  expect(err.at(-1)).toContain('No backup was made');
  const running = back('one.age');
  const second = await back('two.age');
  expect([await running, second].sort()).toEqual([0, 1]);
  expect(err.at(-1)).toBe('Another backup or restore is running.');
});

test('a full disk says so, and leaves no copy', async () => {
  vi.spyOn(SqliteFile.prototype, 'backup').mockRejectedValueOnce(
    new SqliteFile.SqliteError('database or disk is full', 'SQLITE_FULL'),
  );
  expect(await back('campus.age')).toBe(1);
  expect(err.at(-1)).toMatch(/^There is no space left in DATA_DIR/);
  expect(copies()).toEqual([]);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('campus'))).toEqual([]);
});

test('--keep removes older backups of the same name after a success, and nothing else', async () => {
  const older = ['20250101T000000Z', '20250102T000000Z', '20250103T000000Z'];
  const others = ['brama-20250101.age', 'brama-20250101T000000Z.age.part', 'other.age'];
  for (const time of older)
    for (const end of ['', '.sha256']) writeFileSync(inFolder(`brama-${time}.age${end}`), 'x');
  for (const name of others) writeFileSync(inFolder(name), 'x');
  mkdirSync(inFolder('brama-20240101T000000Z.age'));
  const left = inFolder('brama-20250101T000000Z.age.0123456789abcdef.unfinished');
  writeFileSync(left, 'x');
  expect(await back('missing/brama-{time}.age', '--keep', '1')).toBe(1);
  expect(await back('brama-{time}.age', '--keep', '2')).toBe(0);
  const names = readdirSync(place.folder).filter((name) => /^brama-2025.*age$/.test(name));
  expect(names.sort()).toEqual(['brama-20250101.age', `brama-${older[2]}.age`]);
  expect(existsSync(inFolder(`brama-${older[0]}.age.sha256`))).toBe(false);
  for (const name of others) expect(existsSync(inFolder(name))).toBe(true);
  expect(existsSync(inFolder('brama-20240101T000000Z.age'))).toBe(true);
  expect(existsSync(left)).toBe(false);
  expect(readdirSync(place.folder).filter((name) => /^brama-20[^2]|unfinished/.test(name))).toEqual(
    [],
  );
});

test('a wrong DATA_KEY makes no backup', async () => {
  const other = makePlace(database.address);
  const running = runBackup(['campus.age', '--recipient', identity.recipient], () => other.config, {
    folder: place.folder,
    env,
  });
  await expect(running).rejects.toThrow('is not the key of this database');
  expect(existsSync(inFolder('campus.age'))).toBe(false);
  other.remove();
});

test('after kill -9 the next command removes the unencrypted copy', {
  tags: ['long'],
}, async () => {
  // large enough to be found half-way
  const filler = 'x'.repeat(100_000);
  for (let count = 0; count < 400; count += 1)
    await database.db
      .insertInto('application_icons')
      .values({ file: `${count}.png`, content: filler, created_at: 0 })
      .execute();
  const { dataDir } = place.config;
  const start = (...args: string[]) =>
    spawn(process.execPath, [mainFile, ...args], {
      env: withCompileCache({ ...place.env, ...env, CALLED_FROM: place.folder }),
      stdio: 'ignore',
    });
  const child = start('backup', 'campus.age', '--recipient', identity.recipient);
  const copy = join(dataDir, 'unencrypted', 'copy');
  await vi.waitFor(() => expect(existsSync(copy)).toBe(true), { timeout: 20_000, interval: 1 });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(copy)).mode & 0o777).toBe(0o700);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(copy)).toBe(true);
  expect(existsSync(inFolder('campus.age'))).toBe(false);
  const next = start('keys', 'check');
  await once(next, 'exit');
  expect(copies()).toEqual([]);
  expect(basename(dirname(copy))).toBe('unencrypted');
  // a stop by the system removes it at once
  const stopped = start('backup', 'campus.age', '--recipient', identity.recipient);
  await vi.waitFor(() => expect(existsSync(copy)).toBe(true), { timeout: 20_000, interval: 1 });
  stopped.kill('SIGTERM');
  await once(stopped, 'exit');
  expect(copies()).toEqual([]);
  expect(readdirSync(place.folder).filter((name) => name.startsWith('campus'))).toEqual([]);
});
