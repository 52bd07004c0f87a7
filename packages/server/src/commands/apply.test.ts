import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mainFile, withCompileCache } from '../../test/support/command-process.ts';
import { databaseKinds, makeDatabase, putDatabase } from '../../test/support/databases.ts';
import { useRealHasher } from '../../test/support/quick-hasher.ts';
import { apps, makeWorld, password } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { connect, type Database } from '../database/connect.ts';
import { runApply } from './apply.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-apply-'));
  putDatabase(join(folder, 'data'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Runs the command in this process; what it printed. */
async function run(args: string[], env: Record<string, string> = {}) {
  const printed: Record<'out' | 'err', string[]> = { out: [], err: [] };
  const log = vi.spyOn(console, 'log').mockImplementation((text) => {
    printed.out.push(`${text}\n`);
  });
  const error = vi.spyOn(console, 'error').mockImplementation((text) => {
    printed.err.push(`${text}\n`);
  });
  const config = readConfig(
    { DATA_DIR: join(folder, 'data'), HASH_THREADS: '1', LOG_LEVEL: 'silent', ...env },
    () => '',
  );
  try {
    const code = await runApply(args, config, folder);
    return { code, out: printed.out.join(''), err: printed.err.join('') };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

/** Runs the command as a process of its own. */
function start(
  args: string[],
  input = '',
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<number | null> } {
  const child = spawn(process.execPath, [mainFile, 'apply', ...args], {
    env: withCompileCache({ DATA_DIR: join(folder, 'data'), ...env }),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await connect({ sqliteFile: join(folder, 'data', 'brama.sqlite') }, () => undefined);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

test('the example of the documents can be applied, also with its parts in comments', async () => {
  const file = join(import.meta.dirname, '../../../../examples/campus.yaml');
  expect(await run([file])).toMatchObject({ code: 0, err: '' });
  const again = await run([file]);
  expect([again.code, again.out]).toEqual([0, expect.stringContaining(': 0 changes ')]);
  const whole = readFileSync(file, 'utf8')
    .replaceAll(/^ {2}# (?=- id| {2})/gm, '  ')
    .replace('secret: …', 'secret: replaced-by-a-long-secret-of-the-application');
  const more = await run([write('whole.yaml', whole)]);
  expect([more.code, more.err]).toEqual([0, '']);
  expect(
    await withDatabase((db) => db.selectFrom('applications').select('id').execute()),
  ).toHaveLength(3);
});

const fullNames = () =>
  withDatabase(async (db) => {
    const rows = await db.selectFrom('users').select('full_name').execute();
    return rows.map(({ full_name }) => full_name);
  });

const two =
  'groups: [students]\nusers:\n- { username: a, fullName: A, password: s3cret-s3cret }\n- { username: b, fullName: B }\n';

describe('printed output', () => {
  test('prints a summary, also if nothing changes', async () => {
    const file = write('two.yaml', two);
    const first = await run([file]);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out.replace(/in .* s\./, 'in … s.')).toBe(
      [
        `Applied ${file}: 3 changes in … s.`,
        '               created   updated unchanged',
        'groups               1         0         0',
        'users                2         0         0',
        'applications         0         0         0',
        'passwords set: 1',
        'created groups: students',
        'created users: a, b',
        '',
      ].join('\n'),
    );
    const second = await run([file]);
    expect(second.code).toBe(0);
    expect(second.out).toContain(': 0 changes in ');
    await run([write('changed.yaml', 'users: [{ username: a, fullName: X, email: a@b.c }]')]).then(
      ({ out }) => expect(out).toContain('updated users: a (fullName, email)'),
    );
  });

  test('prints a hint for applications without an icon', async () => {
    const named = (name: string, id: string, icon?: string) => ({
      id,
      name,
      title: { uk: 'Назва', en: 'Title' },
      description: { uk: 'опис', en: 'about' },
      access: 'everyone',
      protocol: { type: 'link', url: 'https://library.example/' },
      ...(icon !== undefined && { icon }),
    });
    // `campus` has an icon by its name
    const applications = [
      named('campus', apps.campus.id),
      named('rooms', apps.rooms.id),
      named('library', apps.library.id, 'library'),
    ];
    const file = write('apps.json', JSON.stringify({ applications }));
    const hint =
      'without an icon, shown as a letter: rooms. For the names of icons see docs/manifest.md#icons.\n';
    expect((await run([file, '--dry-run'])).out).toContain(hint);
    expect((await run([file])).out).toContain(
      `created applications: campus, rooms, library\n${hint}`,
    );
    const change = { applications: [{ id: apps.rooms.id, icon: 'rooms' }] };
    const { code, out } = await run([write('more.json', JSON.stringify(change))]);
    expect([code, out]).toEqual([0, expect.not.stringContaining('without an icon')]);
  });

  test('prints every issue with its line and no secret', async () => {
    const file = write(
      'faulty.yaml',
      'users:\n- { username: a, password: 5 }\n- username: b\n  passwordHash: s3cret\n  taxId: "s3cret"\n',
    );
    expect(await run([file])).toEqual({
      code: 1,
      out: '',
      err: [
        `Refused ${file}: 5 errors; nothing was changed.`,
        '  users[0].password (a), line 2: must be text: put the number in quotes',
        '  users[0].fullName (a), line 2: is required for a new user',
        '  users[1].passwordHash (b), line 4: must be an argon2id hash in PHC form ($argon2id$v=19$m=…,t=…,p=…$salt$hash)',
        '  users[1].taxId (b), line 5: must consist of ten digits',
        '  users[1].fullName (b), line 3: is required for a new user',
        '',
      ].join('\n'),
    });
    expect(await fullNames()).toEqual([]);
  });

  test('prints the first fifty of thousands of issues', async () => {
    const users = Array.from({ length: 1200 }, (_, n) => ({ username: `u${n}`, fullName: '' }));
    const { code, err } = await run([write('many.json', JSON.stringify({ users }))]);
    const lines = err.trim().split('\n');
    expect(code).toBe(1);
    expect(lines[0]).toContain('1 200 errors');
    expect(lines).toHaveLength(52);
    expect(lines[51]).toBe('  … and 1 150 more');
  });

  test('prints the first twenty of many names', async () => {
    const users = Array.from({ length: 1200 }, (_, n) => ({ username: `u${n}`, fullName: 'U' }));
    const { out } = await run([write('many.json', JSON.stringify({ users }))]);
    expect(out).toMatch(/^created users: u0, .*, u19, … and 1 180 more$/m);
  });
});

describe('an invalid command line or file', () => {
  test.each([
    [[]],
    [['a', 'b']],
    [['a', '--twice']],
    [['a', '--once']],
    [['a', '--once', 'two words']],
  ])('%j shows the usage', async (args) => {
    const { code, err } = await run(args);
    expect(code).toBe(2);
    expect(err).toContain('usage: brama apply FILE');
  });

  test.each<[string, () => string, string]>([
    ['missing', () => join(folder, 'nothing.yaml'), 'there is no such file'],
    ['below a file', () => join(write('a', ''), 'b'), 'there is no such file'],
    ['a folder', () => folder, 'is a folder, not a file'],
    ['empty', () => write('a', ''), 'the file is empty'],
    ['not UTF-8', () => write('a', Buffer.from([0x75, 0xff, 0xfe])), 'is not UTF-8 text'],
    ['UTF-16', () => write('a', Buffer.from('\ufeffusers: []', 'utf16le')), 'is not UTF-8 text'],
  ])('a file that is %s is rejected with one line', async (_, file, reason) => {
    const { code, err, out } = await run([file()]);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(reason);
  });

  test('a relative path is resolved from the given folder', async () => {
    write('two.yaml', two);
    expect((await run(['./two.yaml'])).out).toContain('Applied ./two.yaml: 3 changes');
  });

  test('a byte order mark is accepted', async () => {
    expect((await run([write('a', `\ufeff${two}`)])).code).toBe(0);
    expect((await run([write('a', '\ufeff{"users": []}')])).code).toBe(0);
  });
});

describe.each(databaseKinds)('conditions, on %s', (kind) => {
  test('--once and --if-empty skip a manifest if their condition is not met', async () => {
    const database = await makeDatabase(kind);
    const env: Record<string, string> =
      'postgresUrl' in database.address ? { DATABASE_URL: database.address.postgresUrl } : {};
    const manifest = (name: string) =>
      write('m.yaml', `users: [{ username: ${name}, fullName: X }]`);
    const first = await run([manifest('a'), '--once', 'demo', '--if-empty'], env);
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('1 change in') });
    expect(await run([manifest('b'), '--once', 'demo'], env)).toEqual({
      code: 0,
      out: 'Nothing to do: demo was applied before.\n',
      err: '',
    });
    expect(await run([manifest('b'), '--if-empty'], env)).toEqual({
      code: 0,
      out: 'Nothing to do: there are users or applications already.\n',
      err: '',
    });
    expect((await run([manifest('b'), '--once', 'other'], env)).out).toContain('1 change in');
    await database.close();
  });
});

describe.each(databaseKinds)('while the server runs, on %s', (kind) => {
  test('a new user signs in at once, and is signed out at once when disabled', async () => {
    const world = await makeWorld(kind, {}, undefined, undefined, useRealHasher);
    const env: Record<string, string> =
      'postgresUrl' in world.address
        ? { DATABASE_URL: world.address.postgresUrl }
        : { DATA_DIR: dirname(world.address.sqliteFile) };
    const apply = async (manifest: unknown) => {
      const { code, err } = await run([write('m.json', JSON.stringify(manifest))], env);
      expect([code, err]).toEqual([0, '']);
    };
    const seen = async (cookie: string) => {
      const answer = await world.send({ url: '/user', headers: { cookie } });
      return answer.statusCode === 200
        ? answer.json().applications.map(({ name }: { name: string }) => name)
        : answer.statusCode;
    };

    await apply({
      groups: ['guests', 'students'],
      users: [{ username: 'нова', fullName: 'Нова', groups: ['guests'], password }],
    });
    const cookie = await world.signIn('НОВА');
    expect(await seen(cookie)).toEqual([]);
    await apply({ users: [{ username: 'нова', groups: ['students'] }] });
    expect(await seen(cookie)).toContain('library');
    await apply({ applications: [{ id: apps.library.id, access: { groups: ['guests'] } }] });
    expect(await seen(cookie)).not.toContain('library');
    await apply({ users: [{ username: 'нова', disabled: true }] });
    expect(await seen(cookie)).toBe(401);
    await apply({ users: [{ username: 'нова', disabled: false }] });
    expect(await seen(cookie)).toBe(401);
    expect(await seen(await world.signIn('нова'))).toContain('campus');
    await world.close();
  });
});

describe('processes', () => {
  const users = (count: number, fullName: string) =>
    JSON.stringify({
      users: Array.from({ length: count }, (_, n) => ({ username: `u${n}`, fullName })),
    });

  test('a manifest is read from standard input', async () => {
    expect(await start(['-'], two).ended).toBe(0);
    expect(await fullNames()).toEqual(['A', 'B']);
    expect(await start(['-'], 'users: 5').ended).toBe(1);
  });

  test('two concurrent runs do not mix their changes', async () => {
    const runs = ['one', 'two'].map((name) => start(['-'], users(3000, name)).ended);
    const codes = await Promise.all(runs);
    expect(codes).toContain(0);
    expect(new Set(await fullNames()).size).toBe(1);
    expect(await start(['-'], users(3000, 'three')).ended).toBe(0);
    expect(new Set(await fullNames())).toEqual(new Set(['three']));
  });

  test('a run killed at any moment has changed everything or nothing', {
    tags: ['long'],
    timeout: 120_000,
  }, async () => {
    const count = 4000;
    const log = join(folder, 'data', 'brama.sqlite-wal');
    const logBytes = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;

    /** The exit code, or null when it was killed, and how long it ran. */
    async function runUntil(isTime: (elapsedMs: number) => boolean, fullName: string) {
      const begun = performance.now();
      const elapsedMs = () => performance.now() - begun;
      const { child, ended } = start(['-'], users(count, fullName));
      const watch = setInterval(() => isTime(elapsedMs()) && child.kill('SIGKILL'), 1);
      const code = await ended;
      clearInterval(watch);
      const names = await fullNames();
      expect(names).toHaveLength(count);
      expect(new Set(names).size).toBe(1);
      return { code, tookMs: elapsedMs() };
    }

    let whole = await runUntil(() => false, 'before');
    expect(whole.code).toBe(0);
    // on the way there: a run that was done sooner than that shows how long it takes now
    for (const part of [0.3, 0.6, 0.9])
      for (let tries = 0; ; tries += 1) {
        const { tookMs } = whole;
        const run = await runUntil((elapsedMs) => elapsedMs > part * tookMs, `${part}.${tries}`);
        if (run.code === null) break;
        whole = run;
      }
    // in the midst of writing, if it can be seen before it is over
    for (const bytes of [1, 500_000]) await runUntil(() => logBytes() > bytes, `${bytes}`);
    expect(await start(['-'], users(count, 'after')).ended).toBe(0);
    expect(new Set(await fullNames())).toEqual(new Set(['after']));
  });

  test('a run killed before its commit on PostgreSQL changes nothing', {
    tags: ['long'],
  }, async () => {
    const { db, address, close } = await makeDatabase('postgres');
    const env = { DATABASE_URL: 'postgresUrl' in address ? address.postgresUrl : '' };
    const application = {
      id: apps.library.id,
      name: 'library',
      title: { uk: 'Книги', en: 'Books' },
      description: { uk: 'опис', en: 'about' },
      access: 'everyone',
      protocol: { type: 'link', url: 'https://library.example/' },
    };
    const input = JSON.stringify({ ...JSON.parse(users(500, 'U')), applications: [application] });
    const waiting = () =>
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const count = async () => (await db.selectFrom('users').select('id').execute()).length;

    // applications can be read but not written: the switch waits at its last step
    await db.transaction().execute(async (lock) => {
      await sql`lock table applications in share mode`.execute(lock);
      const { child, ended } = start(['-'], input, env);
      await vi.waitUntil(async () => (await waiting().execute(db)).rows.length > 0, 15_000);
      child.kill('SIGKILL');
      expect(await ended).toBeNull();
    });
    await vi.waitUntil(async () => (await waiting().execute(db)).rows.length === 0, 15_000);
    expect(await count()).toBe(0);
    expect(await start(['-'], input, env).ended).toBe(0);
    expect(await count()).toBe(500);
    await close();
  });
});
