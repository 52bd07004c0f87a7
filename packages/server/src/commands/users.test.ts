// `users`: shows factors, issues access codes, and removes all factors. That a code works: recovery.test.ts.

import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrowser } from '../../test/support/browser.ts';
import { commandContext } from '../../test/support/command-context.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { form, formOf } from '../../test/support/oidc/raw.ts';
import { addUser, makeWorld, ours, type World } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { systemUser } from './system-user.ts';
import { runUsers } from './users.ts';

const explained = ['--issued-by', 'І. Франко', '--reason', 'загублений телефон'];
const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;

describeOnDatabases('users', (kind) => {
  let world: World;
  let said: string[];
  let complained: string[];
  beforeEach(async () => {
    world = await makeWorld(kind);
    world.clock.now = Date.now();
    said = [];
    complained = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(`${line}`));
    vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(`${line}`));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  /** Runs the command on the database of the world, with its keys. */
  function run(...args: string[]) {
    const { address } = world;
    const place =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl }
        : { DATA_DIR: dirname(address.sqliteFile) };
    const env = {
      ...place,
      LOG_LEVEL: 'silent',
      DATA_KEY: world.keys.data.toString('hex'),
      TAX_ID_KEY: world.keys.taxId.toString('hex'),
    };
    const config = readConfig(env, () => '');
    return runUsers(args, commandContext(config));
  }
  const eventsOf = async (type: string) => {
    const rows = await world.db
      .selectFrom('events')
      .select(['actor', 'details'])
      .where('type', '=', type)
      .execute();
    return rows.map(({ actor, details }) => ({ actor, ...JSON.parse(details ?? '{}') }));
  };

  async function giveFactors() {
    const own = { user_id: world.olena, created_at: Date.now() };
    const none = { identity_verified_at: null, identity_subject: null, last_used_at: null };
    await world.db
      .insertInto('passkeys')
      .values({
        ...own,
        ...none,
        id: crypto.randomUUID(),
        name: 'iCloud Keychain',
        credential_id: 'c',
        public_key: 'k',
        counter: 0,
        aaguid: '',
        transports: '',
        backup_eligible: 0,
        backed_up: 0,
      })
      .execute();
    await world.db
      .insertInto('totp_factors')
      .values({ ...own, encrypted_secret: 'x', last_step: 0, last_used_at: null })
      .execute();
    await world.db
      .insertInto('recovery_codes')
      .values([
        { ...own, code_hash: '1', used_at: null },
        { ...own, code_hash: '2', used_at: 1 },
      ])
      .execute();
    await world.db
      .insertInto('remembered_browsers')
      .values({
        ...own,
        id: 'b',
        secret_hash: 's',
        browser: 'Safari',
        system: 'iPhone',
        last_used_at: Date.now(),
        expires_at: Date.now() + 86_400_000,
      })
      .execute();
  }

  test('factors lists what the user has', async () => {
    expect(await run('factors', 'o.shevchenko')).toBe(0);
    expect(said.join()).toBe(
      'signs in with: password\nauthenticator app: none\nrecovery codes: 0 left\nsecondary address: none\naccess code: none',
    );
    said.length = 0;
    await giveFactors();
    await world.db
      .insertInto('secondary_emails')
      .values({
        user_id: world.olena,
        email: 'olena@mail.example',
        created_at: 0,
        confirmed_at: 0,
        token_hash: null,
        token_expires_at: null,
      })
      .execute();
    await run('access-code', 'o.shevchenko', ...explained);
    said.length = 0;
    await run('factors', 'O.Shevchenko');
    const lines = said.join().split('\n');
    const expected = [
      'signs in with: password, passkey',
      `passkey: iCloud Keychain, added ${time}, never used`,
      `authenticator app: added ${time}, never used`,
      'recovery codes: 1 left',
      `remembered browser: Safari, iPhone, last used ${time}`,
      'secondary address: usable',
      `access code: valid until ${time}, issued by І. Франко`,
    ];
    expect(lines).toHaveLength(expected.length);
    for (const [index, line] of expected.entries())
      expect(lines[index]).toMatch(new RegExp(`^${line}$`));
    expect(said.join()).not.toContain('mail.example');
  });

  test('factors lists no method that is off', async () => {
    await giveFactors();
    await world.db.updateTable('users').set({ tax_id_hash: 'hash' }).execute();
    expect(await run('factors', 'o.shevchenko')).toBe(0);
    expect(said.join().split('\n')[0]).toBe('signs in with: password, passkey');
  });

  test('an access code is printed once, explained in an event, and leads to a new password', async () => {
    expect(await run('access-code', 'o.shevchenko', ...explained, '--hours', '2')).toBe(0);
    const [code = '', until] = said.join().split('\n');
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    expect(until).toMatch(new RegExp(`^valid until ${time}$`));
    expect(await eventsOf('access-code.issued')).toEqual([
      {
        actor: 'server',
        systemUser: systemUser(),
        issuedBy: 'І. Франко',
        reason: 'загублений телефон',
      },
    ]);
    const stored = await world.db.selectFrom('access_codes').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code.slice(0, 5));
    // the demo prints the email
    expect(complained.join()).toContain('uk access-code-issued');
    expect(complained.join()).not.toContain(code.slice(0, 5));
    const browser = createBrowser(world.server);
    const answer = await browser.request('/uk/recovery/access-code', {
      method: 'POST',
      headers: { ...ours, ...form },
      payload: formOf({ username: 'o.shevchenko', code }),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/uk/recovery/set-up']);
  });

  test('reset removes the factors of this user and ends the sessions', async () => {
    const cookie = await world.signIn();
    await giveFactors();
    const other = await addUser(world.db, { username: 'other' }, world.passwordHash);
    await world.db
      .insertInto('totp_factors')
      .values({
        user_id: other,
        created_at: 0,
        encrypted_secret: 'x',
        last_step: 0,
        last_used_at: null,
      })
      .execute();
    expect(await run('reset', 'o.shevchenko', ...explained)).toBe(0);
    expect(said.join()).toBe('Removed. Sessions ended: 1. The user signs in with: password');
    expect(await eventsOf('factors.reset')).toEqual([
      {
        actor: 'server',
        systemUser: systemUser(),
        issuedBy: 'І. Франко',
        reason: 'загублений телефон',
      },
    ]);
    expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(401);
    const left = await Promise.all(
      (['passkeys', 'totp_factors', 'recovery_codes', 'remembered_browsers'] as const).map(
        (table) => world.db.selectFrom(table).select('user_id').execute(),
      ),
    );
    expect(left.flat()).toEqual([{ user_id: other }]);
    expect(complained.join()).toContain('uk factors-reset');
  });

  test('without a name, a reason or a user nothing happens', async () => {
    await addUser(world.db, { username: 'gone', disabled: true }, world.passwordHash);
    const [issuedBy, name = '', reasonOption, reason = ''] = explained;
    const calls: [number, string[]][] = [
      [2, ['access-code', 'o.shevchenko']],
      [2, ['access-code', 'o.shevchenko', `${issuedBy}`, name]],
      [2, ['reset', 'o.shevchenko', `${reasonOption}`, reason]],
      [2, ['reset', 'o.shevchenko', `${issuedBy}`, ' ', `${reasonOption}`, reason]],
      [2, ['access-code', 'o.shevchenko', ...explained, '--hours', '0']],
      [2, ['access-code', 'o.shevchenko', ...explained, '--hours', '169']],
      [2, ['factors']],
      [2, ['factors', 'o.shevchenko', '--hours', '1']],
      [2, ['remove', 'o.shevchenko', ...explained]],
      [1, ['factors', 'nobody']],
      [1, ['access-code', 'nobody', ...explained]],
      [1, ['access-code', 'gone', ...explained]],
    ];
    for (const [code, args] of calls) expect([args, await run(...args)]).toEqual([args, code]);
    expect(said).toEqual([]);
    expect(complained.slice(-3)).toEqual([
      'There is no user nobody.',
      'There is no user nobody.',
      'The user gone is disabled; enable the user first.',
    ]);
    expect(await world.db.selectFrom('access_codes').selectAll().execute()).toEqual([]);
    expect(await eventsOf('factors.reset')).toEqual([]);
  });
});
