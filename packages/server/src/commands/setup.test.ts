// `setup`: makes a new installation, refuses one that is not new, and continues one that was interrupted.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowser } from '../../test/support/browser.ts';
import { mainFile, withCompileCache } from '../../test/support/command-process.ts';
import {
  describeOnDatabases,
  makeEmptyDatabase,
  putDatabase,
  withPostgresOf,
} from '../../test/support/databases.ts';
import { form, formOf } from '../../test/support/oidc/raw.ts';
import { createQuickHasher } from '../../test/support/quick-hasher.ts';
import { makeWebBuild, recoveryPropsOf } from '../../test/support/web-build.ts';
import { addUser } from '../../test/support/world.ts';
import { compose } from '../app/compose.ts';
import { readStoredConfig } from '../app/config.ts';
import { keyFingerprint } from '../crypto/key-check.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { findFact, recordFact } from '../database/installation.ts';
import { createLogger } from '../http/log.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { createHasher } from '../sign-in/password/hashing/hasher.ts';
import { runSetup } from './setup.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const readText = (path: string) => readFileSync(path, 'utf8');
const names = [
  '--organisation-uk',
  'Народний університет',
  '--organisation-en',
  "People's “U” # 1",
];
const first = ['--username', 'o.shevchenko', '--name', 'Олена Шевченко', '--email', 'o@c.example'];
const address = ['--address', 'https://id.campus.example'];
const all = [...address, ...names, ...first];
const second = ['--second-username', 'i', '--second-name', 'І Я', '--second-email', 'i@c.example'];

let folder: string;
let env: Record<string, string>;
let out: string[];
let err: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-setup-'));
  env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' };
  out = [];
  err = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(`${line}`));
  vi.spyOn(console, 'error').mockImplementation((line) => void err.push(`${line}`));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const inData = (name: string) => join(env['DATA_DIR'] ?? '', name);
const settingsFile = () => inData('settings.env');
const settings = () => parseEnv(readText(settingsFile()));
const files = () => (existsSync(inData('')) ? readdirSync(inData('')).sort() : []);

function run(args: readonly string[], input: Readable & { isTTY?: boolean } = Readable.from([])) {
  return runSetup(args, { folder, env, input, output: new PassThrough() });
}

/** Answers the questions at a terminal in their order. Returns the exit code and what the terminal has shown. */
async function answer(
  args: readonly string[],
  answers: readonly [question: string, text: string][],
) {
  const input: PassThrough & { isTTY?: boolean } = new PassThrough();
  input.isTTY = true;
  const output: PassThrough & { isTTY?: boolean } = new PassThrough();
  output.isTTY = true;
  let shown = '';
  const left = [...answers];
  output.on('data', (chunk) => {
    shown += chunk;
    const [question = '', typed] = left[0] ?? [];
    if (typed === undefined || !shown.slice(shown.lastIndexOf('\n') + 1).includes(question)) return;
    left.shift();
    setImmediate(() => (typed === 'end' ? input.end() : input.write(`${typed}\r`)));
  });
  const code = await runSetup(args, { folder, env, input, output });
  return { code, shown, left };
}

const open = () => new SqliteFile(inData('brama.sqlite'));
function rows(statement: string): unknown[] {
  const db = open();
  try {
    return db.prepare(statement).all();
  } finally {
    db.close();
  }
}
const administrators = () =>
  rows(
    "select username from users join user_roles on user_id = users.id where role = 'administrator' order by username",
  ).map((row) => (row as { username: string }).username);

/** Runs the command as a process of its own. */
function start(args: readonly string[], given: Record<string, string> = {}) {
  const child = spawn(process.execPath, [mainFile, 'setup', ...args], {
    env: withCompileCache({ ...env, LOG_LEVEL: 'info', ...given }),
  });
  child.stdin.end();
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], out, err]) => ({ code, signal, out, err }),
  );
  return { child, ended };
}

describe('the files', () => {
  test('hold settings and keys, for their owner alone', async () => {
    writeFileSync(join(folder, 'Logo.PNG'), png);
    writeFileSync(join(folder, 'secret'), `p'"\`a:/@%s\n`);
    const mail = ['--smtp-url', 'smtp://id@mail.example:587', '--mail-from', 'Ід <id@c.example>'];
    const more = ['--logo', 'Logo.PNG', '--trust-proxy', '1', '--smtp-password-file', 'secret'];
    expect(await run([...all, ...mail, ...more]), err.join()).toBe(0);
    expect(settings()).toEqual({
      NODE_ENV: 'production',
      BASE_URL: 'https://id.campus.example',
      ORGANISATION_NAME_UK: 'Народний університет',
      ORGANISATION_NAME_EN: "People's “U” # 1",
      TRUST_PROXY: '1',
      SMTP_URL: `smtp://id:${encodeURIComponent(`p'"\`a:/@%s`)}@mail.example:587`,
      MAIL_FROM: 'Ід <id@c.example>',
      ORGANISATION_LOGO: expect.stringMatching(/data\/organisation-[\da-f]{8}\.png$/),
      DATA_KEY_FILE: inData('data.key'),
      TAX_ID_KEY_FILE: inData('tax-id.key'),
    });
    for (const name of files().filter((one) => !one.startsWith('brama.sqlite')))
      expect(statSync(inData(name)).mode & 0o777, name).toBe(0o600);
    expect(files().filter((name) => name.startsWith('.draft'))).toEqual([]);
    const config = readStoredConfig(env, readText);
    expect(config).toMatchObject({ mode: 'production', secure: true, demo: false });
    expect(config.mail?.smtp?.password).toBe(`p'"\`a:/@%s`);
    const { data, taxId } = loadKeys(config);
    expect(out.join()).toContain(`${keyFingerprint('DATA_KEY', data)}  ${inData('data.key')}`);
    expect(out.join()).toContain(keyFingerprint('TAX_ID_KEY', taxId));
    expect(out.join()).not.toContain(data.toString('hex'));
  });

  test('lack what the environment has, which takes precedence', async () => {
    env = { ...env, BASE_URL: 'https://other.example' };
    writeFileSync(
      join(folder, 'key'),
      `${[...Array(32).keys()].map((n) => (n + 16).toString(16)).join('')}\n`,
    );
    env = { ...env, TAX_ID_KEY_FILE: join(folder, 'key') };
    expect(await run(all)).toBe(1);
    expect(err.at(-1)).toContain('BASE_URL is set in the environment');
    expect(files()).toEqual([]);
    expect(await run([...names, ...first]), err.join()).toBe(0);
    expect(Object.keys(settings()).sort()).toEqual([
      'DATA_KEY_FILE',
      'NODE_ENV',
      'ORGANISATION_NAME_EN',
      'ORGANISATION_NAME_UK',
    ]);
    expect(existsSync(inData('tax-id.key'))).toBe(false);
    expect(out.join()).toContain('open https://other.example/en/recovery/access-code');
  });

  test('are not written for invalid settings', async () => {
    const cases: [string[], string][] = [
      [['--address', 'http://id.campus.example', ...names, ...first], 'BASE_URL: must be https'],
      [[...all, '--mail-from', 'id@c.example'], 'SMTP_URL: must be set with MAIL_FROM'],
      [[...all, '--trust-proxy', 'x'], 'TRUST_PROXY'],
    ];
    for (const [args, reason] of cases)
      await expect(run(args), args.join()).rejects.toThrow(reason);
    expect(await run([...all, '--logo', 'missing.svg'])).toBe(1);
    expect(err.at(-1)).toContain('missing.svg cannot be used: there is no such file');
    expect(await run([...all, '--logo', 'logo.gif'])).toBe(1);
    expect(err.at(-1)).toContain('must be the path of an .svg, .png or .webp file');
    expect(await run([...all, ...second.slice(0, 4)])).toBe(1);
    expect(err.at(-1)).toBe('--second-email: is missing.');
    const same = ['--second-username', 'O.Shevchenko', ...second.slice(2)];
    expect(await run([...all, ...same])).toBe(1);
    expect(err.at(-1)).toContain('--second-username: is that of the other user');
    expect(await run([...address, ...names, '--username', 'a b', ...first.slice(2)])).toBe(1);
    expect(err.at(-1)).toContain('--username: may contain only letters');
    expect(files()).toEqual([]);
  });

  test('cannot hold control characters', async () => {
    await expect(
      run([...address, '--organisation-uk', 'a\u001b[31m', '--organisation-en', 'b', ...first]),
    ).rejects.toThrow('ORGANISATION_NAME_UK');
    writeFileSync(join(folder, 'url'), 'postgres://u:p@localhost/a\nBRAMA_DEMO=1\n');
    await expect(run([...all, '--database-url-file', 'url'])).rejects.toThrow();
    expect(existsSync(settingsFile())).toBe(false);
  });
});

test.each([
  [[]],
  [all.slice(0, -2)],
  [[...all, '--smtp-url', 'smtp://u:secret@mail.example']],
  [[...all, '--smtp-password-file', '-']],
  [[...all, '--theme', 'red']],
  [[...all, 'more']],
])('%j is rejected as wrong usage', async (args) => {
  expect(await run(args)).toBe(2);
  expect(files()).toEqual([]);
  expect(err.join()).not.toContain('secret@');
});

test('other modes than production are refused', async () => {
  env = { ...env, NODE_ENV: 'demo' };
  expect(await run(all)).toBe(1);
  expect(err.at(-1)).toContain('NODE_ENV is demo in the environment');
});

test('the command needs no valid settings, as a process of its own', async () => {
  const { code, out: printed, err: complained } = await start(all).ended;
  expect(code, complained).toBe(0);
  expect(printed).toMatch(
    /username o\.shevchenko, access code [2-9A-Z]{5}-[2-9A-Z]{5}, valid until/,
  );
  const secret = /access code (\S+),/.exec(printed)?.[1] ?? '';
  expect(complained).not.toContain(secret);
  for (const name of files()) expect(readText(inData(name))).not.toContain(secret);
});

describe('at a terminal', () => {
  const questions: [string, string][] = [
    ['empty: SQLite', ''],
    ['Public address', 'http://id.campus.example'],
    ['Public address', 'https://id.campus.example'],
    ['in Ukrainian', 'Університет'],
    ['in English', 'University'],
    ['Colour', '#ffc53d'],
    ['Colour', '#1a5fb4'],
    ['proxies', ''],
    ['Mail server', 'smtp://id@mail.example'],
    ['Password of the mail server', 'hidden'],
    ['Sender', ''],
    ['Sender', 'id@c.example'],
    ['logo', ''],
    ['Username of the first', 'a b'],
    ['Username of the first', 'first'],
    ['Full name', 'Перша'],
    ['Email address', 'first@c.example'],
    ['second administrator', 'FIRST'],
    ['Full name', 'Друга'],
    ['Email address', 'second@c.example'],
    ['second administrator', 'second'],
    ['Full name', 'Друга'],
    ['Email address', 'second@c.example'],
  ];

  test('it asks, and again for what is wrong', async () => {
    const { code, shown, left } = await answer([], questions);
    expect({ code, left }, shown).toEqual({ code: 0, left: [] });
    expect(shown).toContain('BASE_URL: must be https in production');
    expect(shown).toContain('MAIL_FROM: must not be empty');
    expect(shown).toContain('may contain only letters, digits');
    expect(shown).toContain('is that of the other user');
    expect(shown).not.toContain('hidden');
    expect(settings()).toMatchObject({
      BASE_URL: 'https://id.campus.example',
      SMTP_URL: 'smtp://id:hidden@mail.example',
    });
    expect(administrators()).toEqual(['first', 'second']);
    expect(out.join()).toContain(`Database: SQLite, ${inData('brama.sqlite')}`);
  });

  test('with the owner of the schema of PostgreSQL, it requires the role of the server', async () => {
    env['DATABASE_OWNER_URL'] = 'postgres://owner:one@127.0.0.1:9/brama';
    const { left, shown } = await answer(
      [],
      [
        ['PostgreSQL with the role of the server', ''],
        ['PostgreSQL with the role of the server', 'postgres://role:another@127.0.0.1:9/brama'],
      ],
    ).catch((error) => ({ left: [], shown: `${error}` }));
    expect({ left, shown }).toEqual({
      left: [],
      shown: expect.stringContaining('(ECONNREFUSED): no PostgreSQL answers there'),
    });
    expect(await run(all)).toBe(1);
    expect(err.at(-1)).toContain('DATABASE_OWNER_URL is set, but not DATABASE_URL');
    expect(files()).toEqual([]);
  });

  test('an end of the input changes nothing', async () => {
    const { code } = await answer([], [...questions.slice(0, 3), ['in Ukrainian', 'end']]);
    expect(code).toBe(1);
    expect(err.at(-1)).toContain('Nothing was changed');
    expect(files()).toEqual([]);
  });

  test('it asks nothing of an installation that is not new', async () => {
    await run(all);
    const { code, shown } = await answer([], []);
    expect({ code, shown }).toEqual({ code: 1, shown: '' });
    expect(err.at(-1)).toContain('has or had an administrator');
  });
});

describeOnDatabases('an installation', (kind) => {
  let database: Awaited<ReturnType<typeof makeEmptyDatabase>>;
  beforeEach(async () => {
    database = await makeEmptyDatabase(kind);
    const { address: place } = database;
    env =
      'postgresUrl' in place
        ? { ...env, DATABASE_URL: place.postgresUrl }
        : { ...env, DATA_DIR: join(place.sqliteFile, '..') };
  });
  afterEach(() => database.close());

  const usernames = async () => {
    const users = database.db.selectFrom('users').select('username').orderBy('username');
    return (await users.execute()).map(({ username }) => username);
  };
  const codes = () => [...out.join().matchAll(/access code (\S+), /g)].map(([, code]) => code);

  async function serve(db: Database) {
    const config = readStoredConfig(env, readText);
    const real = createHasher({ threads: 1 });
    const server = await compose({
      config,
      db,
      site: makeWebBuild(methodsOn(config)),
      hasher: createQuickHasher(real),
      keys: loadKeys(config),
      fetch: () => Promise.reject(new Error('no network in tests')),
      mailer: undefined,
      logger: createLogger('silent'),
      now: Date.now,
      pause: async () => undefined,
    });
    return {
      server,
      close: async () => {
        await server.close();
        await real.close();
      },
    };
  }

  test('its administrators sign in by their codes, and need a second factor at once', async () => {
    expect(await run([...all, ...second]), err.join()).toBe(0);
    expect(await usernames()).toEqual(['i', 'o.shevchenko']);
    expect(codes()).toHaveLength(2);
    const { server, close } = await serve(database.again());
    const browser = createBrowser(server);
    const submit = (url: string, fields: Record<string, string>) =>
      browser.submit(url, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...form },
        payload: formOf(fields),
      });
    const named = new Map(
      [...out.join().matchAll(/username (\S+), access code (\S+),/g)].map(
        ([, name = '', code = '']) => [name, code],
      ),
    );
    const used = await submit('/uk/recovery/access-code', {
      username: 'o.shevchenko',
      code: named.get('o.shevchenko') ?? '',
    });
    expect(used.headers.location).toBe('/uk/recovery/set-up');
    const page = await browser.request('/uk/recovery/set-up');
    const { userHash } = recoveryPropsOf('recovery-set-up', page.body);
    const chosen = await submit('/uk/recovery/set-up', {
      newPassword: 'zq7fW2mXc9Kt',
      pendingUser: userHash,
    });
    expect(chosen.headers.location).toMatch(/^\/uk\/second-factor/);
    // neither later nor without the factor
    expect((await browser.request('/user')).statusCode).toBe(401);
    await close();
  });

  test('is refused if it has an administrator, had one, or has users', async () => {
    await run(all);
    const refused = async (reason: string) => {
      const before = settings();
      expect(await run(all)).toBe(1);
      expect(err.at(-1)).toContain(reason);
      expect(settings()).toEqual(before);
    };
    await refused('has or had an administrator');
    await database.db.deleteFrom('user_roles').execute();
    await database.db.deleteFrom('users').execute();
    await refused('has or had an administrator');
    await database.db.deleteFrom('installation').where('name', '=', 'administrator').execute();
    await addUser(database.db, { username: 'student' }, 'hash');
    await refused('has users already');
  });

  test('is refused in an empty data folder, if the database has other keys', async () => {
    await run(all);
    // an installation that never had users: the database remembers its keys
    await database.db.deleteFrom('user_roles').execute();
    await database.db.deleteFrom('users').execute();
    await database.db.deleteFrom('installation').where('name', '=', 'administrator').execute();
    for (const name of ['data.key', 'tax-id.key', 'settings.env']) rmSync(inData(name));
    await expect(run(all)).rejects.toThrow(/_KEY: is missing/);
    expect(existsSync(settingsFile())).toBe(false);
  });

  test('continues with the file of an interrupted set-up', async () => {
    await run(all);
    await database.db.deleteFrom('access_codes').execute();
    await database.db.deleteFrom('user_roles').execute();
    await database.db.deleteFrom('users').execute();
    await database.db.deleteFrom('installation').where('name', '=', 'administrator').execute();
    // as a server makes them when the database is lost
    expect(await run(all)).toBe(1);
    expect(err.at(-1)).toMatch(
      /^The database has no users, but .*data\.key.* is its database lost\?/,
    );
    expect(await usernames()).toEqual([]);
    await recordFact(database.db, { name: 'setup-unfinished', value: '1', at: 1 });
    const before = readText(settingsFile());
    expect(await run(['--address', 'https://x.example', ...names, ...first])).toBe(1);
    expect(err.at(-1)).toContain('exists already, with another BASE_URL');
    expect(await usernames()).toEqual([]);
    expect(await run(all), err.join()).toBe(0);
    expect(readText(settingsFile())).toBe(before);
    expect(await usernames()).toEqual(['o.shevchenko']);
    expect(await findFact(database.db, 'setup-unfinished')).toBeUndefined();
  });

  test('has one winner of two set-ups at once', { tags: 'race' }, async () => {
    const other = join(folder, 'other');
    const both = await Promise.all([
      start(all).ended,
      start([...address, ...names, ...second.map((part) => part.replace('--second-', '--'))], {
        // two nodes with one database have folders of their own
        ...(kind === 'postgres' && { DATA_DIR: other }),
      }).ended,
    ]);
    expect(both.map(({ code }) => code).sort(), JSON.stringify(both)).toEqual([0, 1]);
    expect(await usernames()).toHaveLength(1);
  });
});

test('after kill -9 between the settings file and the transaction, another set-up completes', async () => {
  putDatabase(inData(''));
  const db = open();
  db.exec(`create trigger hang before insert on users begin
    select count(*) from (with recursive n(i) as (select 1 union all select i + 1 from n) select i from n);
  end`);
  db.close();
  const { child, ended } = start(all);
  await expect.poll(() => existsSync(settingsFile()), { timeout: 20_000 }).toBe(true);
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ signal: 'SIGKILL', out: '' });
  const before = readText(settingsFile());
  const again = open();
  again.exec('drop trigger hang');
  again.close();
  expect(rows('select * from users')).toEqual([]);
  expect(await run(all), err.join()).toBe(0);
  expect(readText(settingsFile())).toBe(before);
  expect(administrators()).toEqual(['o.shevchenko']);
});

test('a lost database does not look new', async () => {
  await run(all);
  for (const name of files().filter((one) => one.startsWith('brama.sqlite'))) rmSync(inData(name));
  expect(await run(all)).toBe(1);
  expect(err.at(-1)).toContain('is its database lost?');
  rmSync(settingsFile());
  expect(await run(all)).toBe(1);
  expect(err.at(-1)).toContain('data.key');
  expect(existsSync(inData('brama.sqlite'))).toBe(false);
  // created again, by a server or by `brama migrate`
  putDatabase(inData(''));
  expect(await run(all)).toBe(1);
  expect(err.at(-1)).toMatch(/^The database has no users, but .*`brama restore`/);
  expect(rows('select * from users')).toEqual([]);
  expect(existsSync(settingsFile())).toBe(false);
});

test('a database of PostgreSQL that does not know letters is refused', { tags: 'postgres' }, () =>
  withPostgresOf("encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'", async (url) => {
    env['DATABASE_URL'] = url;
    expect(await run(all)).toBe(1);
    expect(err.at(-1)).toContain('The encoding of the database is SQL_ASCII');
    expect(files()).toEqual([]);
  }),
);

test('a value that the settings file cannot hold is refused before the database exists', async () => {
  const organisation = ['--organisation-uk', 'У', '--organisation-en', `"'\``];
  expect(await run([...address, ...organisation, ...first]).catch(String)).toContain(
    'ORGANISATION_NAME_EN: has characters that the settings file cannot hold',
  );
  expect(existsSync(inData('brama.sqlite'))).toBe(false);
  expect(existsSync(inData('data.key'))).toBe(false);
});
