// A restored database has everything of the backup, and accepts nothing that may have ended or been used since. PostgreSQL is that of
// Debian, which has pg_dump; without it these tests run on SQLite.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  debianPostgres,
  startPostgres,
  type ThrowawayPostgres,
} from '../../../../scripts/environment/postgres.ts';
import { addCaller, strongSession, tokenOf } from '../../test/support/admin/callers.ts';
import { makeIdentity, makePlace, type Place } from '../../test/support/backups.ts';
import { mainFile, withCompileCache } from '../../test/support/command-process.ts';
import {
  makeDatabase,
  makeEmptyDatabase,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { createSecondFactorSteps } from '../../test/support/second-factor/steps.ts';
import { addUser, makeWorld, ours, password, type World } from '../../test/support/world.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import type { Database } from '../database/connect.ts';
import { findFact } from '../database/installation.ts';
import { openDatabase, openForCommand } from '../database/open.ts';
import { TotpFactors } from '../factors/totp.ts';
import { createLogger } from '../http/log.ts';
import { runBackup } from './backup.ts';
import { runExport } from './export.ts';
import { openKeys } from './guard-keys.ts';
import { runRestore } from './restore.ts';

const bin = debianPostgres();
const env = { PATH: `${bin ?? ''}:/usr/bin:/bin` };
const kinds = bin ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

const keysOf = ({ keys }: World) => ({
  TAX_ID_KEY: keys.taxId.toString('hex'),
  DATA_KEY: keys.data.toString('hex'),
});

describe.each(kinds)('restoring a backup, on %s', (kind) => {
  let server: ThrowawayPostgres | undefined;
  let world: World;
  /** Of the world. */
  let source: Place;
  /** Empty. */
  let target: Place;
  let targetDatabase: TestDatabase | undefined;
  let identity: Awaited<ReturnType<typeof makeIdentity>>;
  let out: string[];
  let err: string[];
  const opened: Database[] = [];

  beforeAll(async () => {
    if (kind === 'postgres' && bin) server = await startPostgres({ inMemory: true, bin });
  });
  afterAll(async () => {
    await server?.stop();
  });

  const options = () => (server ? { postgresUrl: server.url } : {});

  function makeTarget(settings: Record<string, string> = {}) {
    return makePlace(targetDatabase?.address, { ...keysOf(world), ...settings });
  }

  beforeEach(async () => {
    out = [];
    err = [];
    vi.spyOn(console, 'log').mockImplementation((text) => void out.push(text));
    vi.spyOn(console, 'error').mockImplementation((text) => void err.push(text));
    world = await makeWorld(kind, {}, undefined, await makeDatabase(kind, options()));
    if (server) targetDatabase = await makeEmptyDatabase(kind, options());
    target = makeTarget();
    source = makePlace(world.address, keysOf(world));
    identity = await makeIdentity(source.folder);
    await openKeys(world.db, source.config, createLogger('silent'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const db of opened.splice(0)) await db.destroy();
    await world.close();
    await targetDatabase?.close();
    for (const place of [source, target]) place.remove();
  });

  const inSource = (name: string) => join(source.folder, name);
  const backup = async (file = 'campus.age') => {
    const args = [file, '--recipient', identity.recipient];
    const done = runBackup(args, () => source.config, { folder: source.folder, env });
    expect(await done, err.join('\n')).toBe(0);
    return inSource(file);
  };

  const restoreTo = (
    place: Place,
    args: string[],
    input: NodeJS.ReadableStream = Readable.from([]),
  ) => runRestore(args, () => place.config, { folder: source.folder, env, input });
  const restore = (...args: string[]) =>
    restoreTo(target, ['campus.age', '--identity', 'identity', ...args]);

  async function openTarget(): Promise<Database> {
    const db = await openForCommand(target.config, createLogger('silent'));
    opened.push(db);
    return db;
  }

  async function isEmpty(place = target): Promise<boolean> {
    if (!targetDatabase) return !existsSync(join(place.config.dataDir, 'brama.sqlite'));
    const counted = sql<{
      count: number;
    }>`select count(*) as count from pg_tables where schemaname = 'public'`;
    return (await counted.execute(targetDatabase.db)).rows[0]?.count === 0;
  }
  const leftCopies = (place = target) =>
    readdirSync(join(place.config.dataDir, 'unencrypted')).filter((name) => name !== 'lock');

  const usernames = async (db: Database) =>
    (await db.selectFrom('users').select('username').orderBy('username_key').execute()).map(
      ({ username }) => username,
    );

  test('it has all rows, and accepts nothing that may have ended or been used since', async () => {
    const factors = createSecondFactorSteps(world);
    const admin = await addCaller(world, 'admin', ['administrator']);
    const { headers } = await strongSession(world, 'admin');
    const token = await tokenOf(world, admin, { roles: ['administrator'] });
    const cookie = await world.signIn();
    const codeAt = await factors.addApp(world.olena);
    await factors.addRecoveryCodes(world.olena);
    const link = newSecret();
    const later = world.clock.now + 3_600_000;
    await world.db
      .insertInto('password_resets')
      .values({
        user_id: world.olena,
        token_hash: hashSecret(link),
        expires_at: later,
        previous_token_hash: null,
        previous_expires_at: null,
        invited_email: null,
      })
      .execute();
    await world.db
      .insertInto('remembered_browsers')
      .values({
        id: 'b',
        secret_hash: 'h',
        user_id: world.olena,
        browser: null,
        system: null,
        created_at: 1,
        last_used_at: 1,
        expires_at: later,
      })
      .execute();
    await world.db
      .insertInto('bulk_changes')
      .values({
        id: 'bulk',
        act: '{}',
        undo_of: null,
        state: 'running',
        actor_id: admin,
        token_id: null,
        created_at: 1,
        started_at: 1,
        finished_at: null,
        expires_at: later,
        total: 0,
        changed: 0,
        unchanged: 0,
        refused: 0,
      })
      .execute();
    const before = await usernames(world.db);
    await backup();
    expect(await restore('--no-changes'), err.join('\n')).toBe(0);
    expect(leftCopies()).toEqual([]);
    const db = await openTarget();
    expect(await usernames(db)).toEqual(before);
    expect(out.at(-1)).toContain('Nothing newer than the backup is known');
    const restored = await world.node(db);
    const me = (given: Record<string, string>, to: typeof restored) =>
      world.send({ url: '/api/admin/me', headers: given }, to);
    expect((await me(headers, world.server)).statusCode).toBe(200);
    expect((await me(headers, restored)).statusCode).toBe(401);
    expect((await me(token.headers, world.server)).statusCode).toBe(200);
    expect((await me(token.headers, restored)).statusCode).toBe(401);
    const account = (to: typeof restored) =>
      world.send({ url: '/uk/account', headers: { cookie } }, to);
    expect((await account(world.server)).statusCode).toBe(200);
    expect((await account(restored)).statusCode).not.toBe(200);
    // the password is still right
    const signIn = await world.post(
      '/api/auth',
      { username: 'o.shevchenko', password },
      ours,
      restored,
    );
    expect(signIn.statusCode).toBe(200);
    for (const table of [
      'recovery_codes',
      'password_resets',
      'remembered_browsers',
      'api_tokens',
      'sessions',
      'oidc_tokens',
    ] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    const bulk = db.selectFrom('bulk_changes').select('state');
    expect(await bulk.execute()).toEqual([{ state: 'stopped' }]);
    // codes of the app up to now are used, later ones work
    const at = Date.now();
    const totpAt = (now: number) =>
      new TotpFactors(db, { encryption: createEncryption(world.keys.data), now: () => now });
    for (const shift of [-30_000, 0, 30_000])
      expect(await totpAt(at).check(world.olena, codeAt(at + shift))).toBeUndefined();
    const next = at + 90_000;
    expect(await totpAt(next).check(world.olena, codeAt(next))).toBeDefined();
    const events = db.selectFrom('events').select(['type', 'details']);
    expect(await events.where('type', '=', 'database.restored').execute()).toHaveLength(1);
    expect(JSON.parse((await findFact(db, 'restored')) ?? '')).toMatchObject({
      backup: expect.stringMatching(/^2/),
    });
    // so the page and the command of set-up stay closed
    expect(await findFact(db, 'administrator')).toBe('1');
  });

  test('users disabled, erased or deprived of a role since are kept out', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['disabled', 'erased', 'role', 'stays', 'before'])
      ids[name] = await addUser(
        world.db,
        { username: name, disabled: name === 'before' },
        world.passwordHash,
      );
    for (const name of ['role', 'stays'])
      await world.db
        .insertInto('user_roles')
        .values({ user_id: ids[name] ?? '', role: 'operator', granted_at: 1 })
        .execute();
    const before = new Date().toISOString();
    await backup();
    // with the clock of the commands
    const at = Date.now();
    await world.db
      .updateTable('users')
      .set({ disabled: 1, disabled_by_administrator: 1, updated_at: at })
      .where('id', '=', ids['disabled'] ?? '')
      .execute();
    await world.db
      .deleteFrom('user_roles')
      .where('user_id', '=', ids['role'] ?? '')
      .execute();
    await world.db
      .deleteFrom('users')
      .where('id', '=', ids['erased'] ?? '')
      .execute();
    await world.db
      .insertInto('events')
      .values({
        id: 'e',
        at,
        type: 'user.erased',
        count: 1,
        actor: 'administrator',
        actor_id: null,
        user_id: ids['erased'] ?? '',
        application_id: null,
        session_uid: null,
        method: null,
        network: null,
        browser: null,
        system: null,
        details: null,
      })
      .execute();
    const exportSince = (time: string, output: string) =>
      runExport(['--changes-since', time, '--output', output], source.config, source.folder);
    expect(await exportSince(before, 'changes.json')).toBe(0);
    expect(err.at(-1)).toBe('Exported 1 disabled and 1 erased users, and all 1 roles.');
    expect(await restore('--changes-since', 'changes.json'), err.join('\n')).toBe(0);
    expect(out.at(-1)).toContain('Disabled users: 1, erased: 1, roles taken: 1.');
    const db = await openTarget();
    expect(await usernames(db)).toEqual(['before', 'disabled', 'O.Shevchenko', 'role', 'stays']);
    const disabled = db.selectFrom('users').select('username').where('disabled', '=', 1);
    expect((await disabled.orderBy('username').execute()).map(({ username }) => username)).toEqual([
      'before',
      'disabled',
    ]);
    expect(await db.selectFrom('user_roles').select('user_id').execute()).toEqual([
      { user_id: ids['stays'] },
    ]);
    const to = await world.node(db);
    const signIn = (username: string) => world.post('/api/auth', { username, password }, ours, to);
    expect((await signIn('disabled')).statusCode).not.toBe(200);
    expect((await signIn('erased')).statusCode).not.toBe(200);
    expect((await signIn('role')).statusCode).toBe(200);
  });

  test('a list of something else is refused, and one that begins after the backup', async () => {
    await backup();
    writeFileSync(inSource('other.json'), '{"users":[]}');
    expect(await restore('--changes-since', 'other.json')).toBe(1);
    expect(err.at(-1)).toContain('is no list of `export --changes-since`');
    const after = new Date().toISOString();
    const args = ['--changes-since', after, '--output', 'late.json'];
    expect(await runExport(args, source.config, source.folder)).toBe(0);
    expect(await restore('--changes-since', 'late.json')).toBe(1);
    expect(err.at(-1)).toContain('after the backup. Export it with --changes-since 2');
    for (const time of ['yesterday', '2020-01-01', '2999-01-01'])
      expect(await runExport(['--changes-since', time], source.config, source.folder)).toBe(2);
    expect(await isEmpty()).toBe(true);
  });

  test('a typed list is applied', async () => {
    for (const username of ['one', 'two', 'three']) {
      const id = await addUser(world.db, { username }, world.passwordHash);
      await world.db
        .insertInto('user_roles')
        .values({ user_id: id, role: 'administrator', granted_at: 1 })
        .execute();
    }
    await backup();
    const input = Object.assign(new PassThrough(), { isTTY: true });
    input.write('ONE\nerase two\nrevoke three administrator\n\n');
    const args = ['campus.age', '--identity', 'identity'];
    expect(await restoreTo(target, args, input), err.join('\n')).toBe(0);
    expect(out.at(-1)).toContain('Disabled users: 1, erased: 1, roles taken: 1.');
    expect(out.at(-1)).toContain('No enabled user is an administrator');
    expect(await usernames(await openTarget())).toEqual(['O.Shevchenko', 'one', 'three']);
  });

  test('an interrupted restore lets no server and no command start, and is finished by another run', async () => {
    await addUser(world.db, { username: 'one' }, world.passwordHash);
    await world.signIn();
    await backup();
    writeFileSync(inSource('list'), 'one\nrevoke two king\n');
    expect(await restore('--users', 'list')).toBe(1);
    expect(err.at(-1)).toMatch(/^Line 2 of the list is not USERNAME, /);
    expect(await isEmpty()).toBe(true);
    writeFileSync(inSource('list'), 'one\nunknown\n');
    expect(await restore('--users', 'list')).toBe(1);
    expect(err.at(-1)).toBe('The backup has no users with these names: unknown.');
    if (kind === 'sqlite') expect(await isEmpty()).toBe(true);
    else {
      const log = createLogger('silent');
      const reason = 'a restore of this database was interrupted';
      await expect(openDatabase(target.config, log)).rejects.toThrow(reason);
      await expect(openForCommand(target.config, log)).rejects.toThrow(reason);
    }
    expect(leftCopies()).toEqual([]);
    writeFileSync(inSource('list'), 'one\n');
    expect(await restore('--users', 'list'), err.join('\n')).toBe(0);
    const db = await openTarget();
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    expect(await restore('--users', 'list')).toBe(1);
    expect(err.at(-1)).toMatch(/There is a database already|is not empty/);
  });

  test('nothing is written by a wrong key, a changed file, a newer release or another place', async () => {
    await backup();
    const refused = async (reason: string | RegExp, args: string[], place = target) => {
      expect(await restoreTo(place, [...args, '--no-changes'])).toBe(1);
      expect(err.at(-1)).toMatch(reason);
      expect(await isEmpty(place)).toBe(true);
      expect(leftCopies(place)).toEqual([]);
    };
    const file = ['campus.age', '--identity', 'identity'];
    const key = randomBytes(32).toString('hex');
    for (const setting of ['DATA_KEY', 'TAX_ID_KEY']) {
      const other = makeTarget({ [setting]: key });
      await refused(new RegExp(`^${setting} is another key \\(`), file, other);
      other.remove();
    }
    await makeIdentity(source.folder, 'other');
    await refused('is encrypted for another key', ['campus.age', '--identity', 'other']);
    const content = readFileSync(inSource('campus.age'));
    const changed = Buffer.from(content);
    changed.writeUInt8(changed.readUInt8(content.length - 50) ^ 1, content.length - 50);
    writeFileSync(inSource('changed.age'), changed);
    await refused('is damaged or truncated', ['changed.age', '--identity', 'identity']);
    writeFileSync(inSource('short.age'), content.subarray(0, -30_000));
    await refused('is damaged or truncated', ['short.age', '--identity', 'identity']);
    copyFileSync(inSource('campus.age'), inSource('renamed.age'));
    writeFileSync(inSource('renamed.age.sha256'), `${'1'.repeat(64)}  renamed.age\n`);
    await refused('is not the file whose hash', ['renamed.age', '--identity', 'identity']);

    // an attacker who knows the public key can encrypt, but has no DATA_KEY
    const plain = ['plain', '--unencrypted'];
    await runBackup(plain, () => source.config, { folder: source.folder, env });
    const lines = readFileSync(inSource('plain'), 'latin1');
    const forge = (name: string, from: string, to: string) => {
      expect(lines).toContain(from);
      writeFileSync(inSource(name), lines.replace(from, to), 'latin1');
    };
    forge('forged', '"users":1', '"users":2');
    await refused('was changed, or written without DATA_KEY', ['forged']);

    const added = (name: string) =>
      sql
        .raw(`insert into kysely_migration (name, timestamp) values ('${name}', '')`)
        .execute(world.db);
    await added('9999-later');
    await sql
      .raw("insert into migration_marks (name, only_adds) values ('9999-later', 1)")
      .execute(world.db);
    await backup('newer.age');
    await refused(/is newer than this release \(migration 9999-later\)/, [
      'newer.age',
      '--identity',
      'identity',
    ]);
    await sql.raw("delete from kysely_migration where name = '9999-later'").execute(world.db);

    await world.db
      .insertInto('installation')
      .values({ name: 'production', value: '1', recorded_at: 1 })
      .execute();
    const settings = { NODE_ENV: 'production', BASE_URL: 'https://id.campus.example' };
    const production = makePlace(world.address, { ...keysOf(world), ...settings });
    const args = ['production.age', '--recipient', identity.recipient];
    await runBackup(args, () => production.config, { folder: source.folder, env });
    production.remove();
    await refused('use the settings of that server', ['production.age', '--identity', 'identity']);
  });

  test('without a list of changes, and without a terminal, it is refused', async () => {
    await backup();
    expect(await restore()).toBe(1);
    expect(err.at(-1)).toContain('--changes-since, --users or --no-changes');
    expect(await restore('--no-changes', '--users', 'x')).toBe(2);
    expect(await restore('--users', 'missing')).toBe(1);
    expect(await isEmpty()).toBe(true);
  });

  test('after kill -9 there is no database, and another restore succeeds', {
    tags: ['long'],
  }, async () => {
    // large enough to be found half-way
    const content = 'x'.repeat(100_000);
    for (let count = 0; count < 300; count += 1)
      await world.db
        .insertInto('application_icons')
        .values({ file: `${count}.png`, content: `${content}${count}`, created_at: 0 })
        .execute();
    await backup();
    const args = ['restore', 'campus.age', '--identity', 'identity', '--no-changes'];
    const child = spawn(process.execPath, [mainFile, ...args], {
      env: withCompileCache({ ...target.env, ...env, CALLED_FROM: source.folder }),
      stdio: 'ignore',
    });
    const copy = join(target.config.dataDir, 'unencrypted', 'copy');
    await vi.waitFor(() => expect(existsSync(copy)).toBe(true), { timeout: 20_000, interval: 1 });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await isEmpty()).toBe(true);
    expect(leftCopies()).toContain('copy');
    expect(await restore('--no-changes'), err.join('\n')).toBe(0);
    expect(leftCopies()).toEqual([]);
    const db = await openTarget();
    expect(await db.selectFrom('application_icons').select('file').execute()).toHaveLength(300);
  });

  if (kind === 'sqlite')
    test('files of another database beside it are not applied', async () => {
      await backup();
      const { dataDir } = target.config;
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(join(dataDir, 'brama.sqlite-wal'), 'x');
      expect(await restore('--no-changes')).toBe(1);
      expect(err.at(-1)).toContain('is left of another database: move it away');
      expect(await isEmpty()).toBe(true);
    });
});
