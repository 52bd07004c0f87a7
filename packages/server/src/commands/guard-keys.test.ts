// Servers and commands refuse keys of another database, unless a command has replaced them.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commandContext } from '../../test/support/command-context.ts';
import { mainFile, withCompileCache } from '../../test/support/command-process.ts';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { eventsIn } from '../../test/support/events.ts';
import { addUser } from '../../test/support/world.ts';
import { type FullConfig, readConfig } from '../app/config.ts';
import { createKeyStore } from '../applications/keys/store.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { checkValueOf, fingerprintOf } from '../crypto/key-check.ts';
import { findFact } from '../database/installation.ts';
import { createLogger } from '../http/log.ts';
import { runApply } from './apply.ts';
import { openKeys } from './guard-keys.ts';
import { runKeys } from './keys.ts';
import { runSessions } from './sessions.ts';
import { systemUser } from './system-user.ts';

const log = createLogger('silent');
const key = () => randomBytes(32).toString('hex');
const right = { TAX_ID_KEY: key(), DATA_KEY: key() };
const other = { TAX_ID_KEY: key(), DATA_KEY: key() };
const fingerprint = (setting: keyof typeof right, hex: string) =>
  fingerprintOf(checkValueOf(setting, Buffer.from(hex, 'hex')));

describe.each(databaseKinds)('the keys of a database, on %s', (kind) => {
  let database: TestDatabase;
  let folder: string;
  let printed: string[];
  beforeEach(async () => {
    database = await makeDatabase(kind);
    folder = mkdtempSync(join(tmpdir(), 'brama-guard-'));
    printed = [];
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((text) => void printed.push(`${text}`));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function placeOf(): Record<string, string> {
    const { address } = database;
    return 'postgresUrl' in address
      ? { DATABASE_URL: address.postgresUrl, DATA_DIR: folder }
      : { DATA_DIR: dirname(address.sqliteFile) };
  }
  const configWith = (env: Record<string, string>): FullConfig =>
    readConfig({ LOG_LEVEL: 'silent', ...placeOf(), ...env }, () => '');
  const start = (env: Record<string, string>, db = database.db) =>
    openKeys(db, configWith(env), log);
  const addSigningKeys = (dataKey: string) => {
    const encryption = createEncryption(Buffer.from(dataKey, 'hex'));
    return createKeyStore(database.db, { now: Date.now, encryption, log }).add(database.db);
  };
  const recorded = async () => [
    await findFact(database.db, 'tax-id-key-check'),
    await findFact(database.db, 'data-key-check'),
  ];

  test('are recorded at the first start; other keys are refused by server and commands', async () => {
    expect((await start(right)).data.toString('hex')).toBe(right.DATA_KEY);
    await start(right);
    for (const value of await recorded()) {
      expect(value).toMatch(/^[0-9a-f]{64}$/);
      expect(Object.values(right)).not.toContain(value);
    }
    for (const setting of ['TAX_ID_KEY', 'DATA_KEY'] as const) {
      const wrong = { ...right, [setting]: other[setting] };
      const [was, is] = [right, other].map((keys) => fingerprint(setting, keys[setting]));
      const refusal = `${setting}: is not the key of this database: its fingerprint is ${is}. Set the key of this database (fingerprint ${was}).`;
      await expect(start(wrong)).rejects.toThrow(refusal);
      await expect(runApply(['missing.yaml'], configWith(wrong), folder)).rejects.toThrow(refusal);
    }
    const withOther = { ...right, DATA_KEY: other.DATA_KEY };
    for (const args of [['list'], ['rotate']])
      await expect(runKeys(args, commandContext(configWith(withOther)))).rejects.toThrow(
        /^DATA_KEY: is not the key/,
      );
    // also the one of commands that call the administration API
    expect(await runSessions(['list', 'nobody'], commandContext(configWith(right)))).toBe(1);
  });

  test('a folder without them gets no new ones', async () => {
    await start(right);
    const before = readdirSync(placeOf()['DATA_DIR'] ?? '');
    await expect(start({})).rejects.toThrow(/^TAX_ID_KEY: is missing/);
    await expect(runKeys(['list'], commandContext(configWith({})))).rejects.toThrow(
      /^DATA_KEY: is missing/,
    );
    expect(readdirSync(placeOf()['DATA_DIR'] ?? '')).toEqual(before);
  });

  test('an older database records DATA_KEY only after it has decrypted a signing key', async () => {
    await addSigningKeys(right.DATA_KEY);
    const refusal =
      /^DATA_KEY: is not the key of this database: it decrypts none of the signing keys/;
    await expect(start({ ...right, DATA_KEY: other.DATA_KEY })).rejects.toThrow(refusal);
    await expect(
      runKeys(['list'], commandContext(configWith({ ...right, DATA_KEY: other.DATA_KEY }))),
    ).rejects.toThrow(refusal);
    expect(await recorded()).toEqual([undefined, undefined]);
    await start(right);
    expect(await recorded()).not.toContain(undefined);
  });

  test('without a signing key, DATA_KEY is not recorded while anything depends on it', async () => {
    const userId = await addUser(database.db, { username: 'a' }, 'x');
    await database.db
      .insertInto('recovery_codes')
      .values({ code_hash: 'x', user_id: userId, created_at: 0, used_at: null })
      .execute();
    await start(right);
    expect(await recorded()).toEqual([expect.any(String), undefined]);
    await addSigningKeys(right.DATA_KEY);
    await start(right);
    expect(await recorded()).not.toContain(undefined);
  });

  test('of two nodes that start together with different keys, one starts', async () => {
    const results = await Promise.allSettled([
      start(right),
      start({ ...other, TAX_ID_KEY: right.TAX_ID_KEY }, database.again()),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a command outside production refuses a database of production', async () => {
    const production = { NODE_ENV: 'production', BASE_URL: 'https://id.campus.example', ...right };
    await start(production);
    const refusal =
      /^DATA(BASE_URL|_DIR): the database belongs to a server in production: .*NODE_ENV=production/;
    await expect(runSessions(['list', 'a'], commandContext(configWith({})))).rejects.toThrow(
      refusal,
    );
    expect(await runSessions(['list', 'a'], commandContext(configWith(production)))).toBe(1);
  });

  test('replace voids tax numbers after it has said whose, and records the new key', async () => {
    await start(right);
    const withTaxId = await addUser(database.db, { username: 'a', taxIdHash: 'of a' }, 'x');
    await addUser(database.db, { username: 'b' }, 'x');
    const hashes = async () =>
      (
        await database.db
          .selectFrom('users')
          .select(['username', 'tax_id_hash', 'version'])
          .orderBy('username')
          .execute()
      ).map(({ username, tax_id_hash, version }) => [username, tax_id_hash, version]);
    const events = () =>
      database.db
        .selectFrom('events')
        .select(['type', 'actor', 'user_id', 'details'])
        .orderBy('type')
        .execute();
    const config = configWith({ ...right, TAX_ID_KEY: other.TAX_ID_KEY });
    expect(await runKeys(['check'], commandContext(config))).toBe(1);
    expect(printed.splice(0)).toEqual([
      `TAX_ID_KEY ${fingerprint('TAX_ID_KEY', other.TAX_ID_KEY)} is not the key of this database, which has the fingerprint ${fingerprint('TAX_ID_KEY', right.TAX_ID_KEY)}`,
      `DATA_KEY   ${fingerprint('DATA_KEY', right.DATA_KEY)} is the key of this database`,
    ]);
    expect(await runKeys(['replace', 'TAX_ID_KEY'], commandContext(config))).toBe(1);
    expect(printed.splice(0).join('\n')).toContain('1 users lose their tax number here');
    expect(await hashes()).toEqual([
      ['a', 'of a', 1],
      ['b', null, 1],
    ]);
    await expect(start({ ...right, TAX_ID_KEY: other.TAX_ID_KEY })).rejects.toThrow();

    expect(await runKeys(['replace', 'TAX_ID_KEY', '--yes'], commandContext(config))).toBe(0);
    expect(await hashes()).toEqual([
      ['a', null, 2],
      ['b', null, 1],
    ]);
    expect(await events()).toEqual([
      {
        type: 'keys.replaced',
        actor: 'server',
        user_id: null,
        details: JSON.stringify({ how: 'TAX_ID_KEY', systemUser: systemUser() }),
      },
      {
        type: 'user.changed',
        actor: 'server',
        user_id: withTaxId,
        details: JSON.stringify({ fields: ['taxId'], systemUser: systemUser() }),
      },
    ]);
    await start({ ...right, TAX_ID_KEY: other.TAX_ID_KEY });
    expect(await runKeys(['check'], commandContext(config))).toBe(0);
    printed.length = 0;
    expect(await runKeys(['replace', 'TAX_ID_KEY', '--yes'], commandContext(config))).toBe(0);
    expect(printed).toEqual(['Nothing to do: TAX_ID_KEY is the key of this database.']);
    expect(await events()).toHaveLength(2);

    expect(await runKeys(['replace', 'DATA_KEY', '--yes'], commandContext(configWith(other)))).toBe(
      0,
    );
    expect((await events()).map(({ details }) => details)).toContain(
      JSON.stringify({ how: 'DATA_KEY', systemUser: systemUser() }),
    );
    await start(other);
  });
});

test('a server with another key ends with the reason; replacing a key is a security event', async () => {
  const { db, address, close } = await makeDatabase('sqlite');
  const dataDir = 'sqliteFile' in address ? dirname(address.sqliteFile) : '';
  const config = readConfig({ DATA_DIR: dataDir, ...right }, () => '');
  await openKeys(db, config, log);
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [mainFile, ...args], {
      encoding: 'utf8',
      // a server that accepts the key would run on
      timeout: 30_000,
      env: withCompileCache({
        DATA_DIR: dataDir,
        LOG_LEVEL: 'info',
        ...right,
        DATA_KEY: other.DATA_KEY,
      }),
    });
  const { status, stderr } = run('serve');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^DATA_KEY: is not the key/)]);
  const replaced = run('keys', 'replace', 'DATA_KEY', '--yes');
  expect(eventsIn(replaced.stderr.trim().split('\n'))).toMatchObject([
    { event: 'keys.replaced', level: 'warn', how: 'DATA_KEY', users: 0 },
  ]);
  await close();
});
