// What may be typed as a username: with spaces around it, or the email address of the record. Each spelling leads to the
// same user, the same counters and the same browsers, and a refusal costs the same whatever was typed.

import SqliteFile from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAttempts, outcome } from '../../../test/support/attempts.ts';
import { type DatabaseKind, describeOnDatabases } from '../../../test/support/databases.ts';
import { isOfJob } from '../../../test/support/statements.ts';
import { addUser, makeWorld, password, type World } from '../../../test/support/world.ts';
import { Batch } from '../../database/postgres/batch.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const isOfSignIn = (text: string) =>
  /(select|insert|update) .*"(users|trusted_devices|rate_limits)"/.test(text) && !isOfJob(text);

/** Returns the texts of the statements about users, devices and limits that the database runs from now on. */
function recordStatements(kind: DatabaseKind): string[] {
  const texts: string[] = [];
  const record = (text: string) => {
    if (isOfSignIn(text)) texts.push(text);
  };
  if (kind === 'postgres') {
    const { query } = pg.Client.prototype as { query(...asked: unknown[]): unknown };
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...asked: unknown[]
    ) {
      const [first] = asked as [string | { text: string } | Batch];
      if (first instanceof Batch) first.texts.forEach(record);
      else record(typeof first === 'string' ? first : first.text);
      return query.apply(this, asked);
    } as never);
    return texts;
  }
  const memory = new SqliteFile(':memory:');
  const prototype = Object.getPrototypeOf(memory.prepare('select 1'));
  memory.close();
  for (const method of ['run', 'all', 'get', 'iterate'] as const) {
    const original = prototype[method];
    vi.spyOn(prototype, method).mockImplementation(function (
      this: SqliteFile.Statement,
      ...given: unknown[]
    ) {
      record(this.source);
      return original.apply(this, given);
    });
  }
  return texts;
}

describeOnDatabases('spellings of a username', (kind) => {
  let world: World;
  const { attempt, outcomes, deviceOf } = createAttempts(() => world, 'o.shevchenko');
  const olena = 'o.shevchenko@campus.example';
  beforeEach(async () => {
    // an email about a new browser would read the user during the next request
    world = await makeWorld(kind, { BRAMA_DEMO: '0' });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  const statusOf = async (as: string, given = password) =>
    (await attempt(given, { as })).statusCode;
  const setEmail = (id: string, email: string) =>
    world.db
      .updateTable('users')
      .set({ email, email_key: email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) })
      .where('id', '=', id)
      .execute();
  const add = (username: string, more = {}) =>
    addUser(world.db, { username, ...more }, world.passwordHash);

  test.each(['o.shevchenko ', '  O.Shevchenko', '\to.shevchenko\u00a0'])(
    'spaces around a username are ignored: %j',
    async (username) => {
      expect(await statusOf(username)).toBe(200);
      const fields = new URLSearchParams({ username, password });
      expect((await world.post('/uk/', `${fields}`, form)).statusCode).toBe(303);
    },
  );

  test('spaces around a password are significant, and a blank username is rejected', async () => {
    expect(await statusOf('o.shevchenko', ` ${password}`)).toBe(401);
    expect(await statusOf('o.shevchenko', `${password} `)).toBe(401);
    expect(await statusOf('   ')).toBe(400);
    const refused = await world.post('/uk/', 'username=++x+&password=x', form);
    expect(refused.body).toContain('value="x"');
    const empty = await world.post('/uk/', 'username=++&password=x', form);
    expect([empty.statusCode, empty.body]).toEqual([
      400,
      expect.stringContaining('data-notice="invalid-credentials"'),
    ]);
  });

  test.each([olena, 'O.Shevchenko@CAMPUS.example', ` ${olena} `])(
    'the email address signs in, in any case of ASCII letters: %j',
    async (address) => {
      const ticket = await attempt(password, { as: address });
      const entered = await world.post('/api/auth/internal', ticket.json());
      const cookie = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const user = await world.send({ url: '/user', headers: { cookie } });
      expect(user.json()).toMatchObject({ fullName: 'Шевченко Олена' });
    },
  );

  test.each([
    'ｏ.shevchenko@campus.example',
    'o.shevchenko＠campus.example',
    'o.shevchenKo@campus.example'.replace('K', '\u212a'),
  ])('an email address that only resembles the stored one is rejected: %s', async (address) => {
    expect(await statusOf(address)).toBe(401);
  });

  test('a shared email address signs in only if one of its users is active', async () => {
    const twin = await add('twin');
    await setEmail(twin, olena.toUpperCase());
    expect([await statusOf(olena), await statusOf('twin')]).toEqual([401, 200]);
    await setEmail(await add('third'), olena);
    expect(await statusOf(olena)).toBe(401);
    const disable = world.db.updateTable('users').set({ disabled: 1 });
    await disable.where('id', '!=', world.olena).execute();
    expect(await statusOf(olena)).toBe(200);
    await disable.execute();
    expect(await statusOf(olena)).toBe(401);
  });

  test('a username takes precedence over an equal email address of another user', async () => {
    const other = await addUser(
      world.db,
      { username: olena, passwordHash: null },
      world.passwordHash,
    );
    expect(await statusOf(olena)).toBe(401);
    await world.db
      .updateTable('users')
      .set({ password_hash: world.passwordHash })
      .where('id', '=', other)
      .execute();
    const ticket = (await attempt(password, { as: olena })).json();
    await world.post('/api/auth/internal', ticket);
    const { user_id } = await world.db
      .selectFrom('sessions')
      .select('user_id')
      .executeTakeFirstOrThrow();
    expect(user_id).toBe(other);
  });

  test('all spellings share one attempt limit', async () => {
    const spellings = ['o.shevchenko', olena, ' O.SHEVCHENKO ', olena.toUpperCase()];
    const all: (string | number)[] = [];
    for (let i = 0; i < 9; i += 1)
      all.push(...(await outcomes(1, 'wrong', { as: spellings[i % 4] ?? '' })));
    expect(all).toEqual([...Array(8).fill(401), 'wait 15']);
    expect(outcome(await attempt(password, { as: olena }))).toBe('wait 15');
    expect(outcome(await attempt(password))).toBe('wait 15');
    expect(world.counts.verify).toBe(8);
    // a right password in one spelling resets the attempts of all spellings
    world.clock.now += 15_000;
    expect(outcome(await attempt(password, { as: olena }))).toBe(200);
    expect(await outcomes(8, 'wrong')).toEqual(Array(8).fill(401));
  });

  test('a device trusted by one spelling is trusted by the other, with its own limit', async () => {
    for (const [signedInAs, triedAs] of [
      [olena, 'o.shevchenko'],
      ['o.shevchenko', olena],
    ] as const) {
      const cookie = await deviceOf(signedInAs);
      await outcomes(9, 'wrong', { as: triedAs });
      expect(outcome(await attempt(password, { as: triedAs }))).toMatch(/^wait/);
      const spellings = [triedAs, signedInAs];
      const all: (string | number)[] = [];
      for (let i = 0; i < 9; i += 1)
        all.push(...(await outcomes(1, 'wrong', { cookie, as: spellings[i % 2] ?? '' })));
      expect(all).toEqual([...Array(8).fill(401), 'wait 15']);
      world.clock.now += 2 * 3_600_000;
    }
  });

  test('every rejection runs the same statements and verifies one hash', async () => {
    await add('gone', { disabled: true });
    await add('diia', { passwordHash: null });
    for (const one of ['first', 'second', 'third']) await setEmail(await add(one), 'all@x.example');
    await setEmail(await add('late', { disabled: true }), 'left@x.example');
    await setEmail(await add('later', { disabled: true }), 'left@x.example');
    const cookie = await deviceOf();
    const typed = {
      'a username': 'o.shevchenko',
      'an address': olena,
      'an unknown name': 'nobody',
      'an unknown address': 'nobody@campus.example',
      'an address of several': 'all@x.example',
      'an address of several disabled users': 'left@x.example',
      'a disabled user': 'gone',
      'a disabled user by the address': 'gone@campus.example',
      'a user without a password': 'diia',
      'a user without a password, by the address': 'diia@campus.example',
    };
    const texts = recordStatements(kind);

    async function expectOneCost(browser: string | undefined, entries: [string, string][]) {
      const costs: unknown[] = [];
      for (const [what, as] of entries) {
        // the attempts of the network are reset, so that its remaining number is the same each time
        world.clock.now += 5000;
        const { verify } = world.counts;
        texts.length = 0;
        const { statusCode } = await attempt('wrong', { as, cookie: browser });
        costs.push([statusCode, world.counts.verify - verify, [...texts]]);
        expect(costs.at(-1), `${what}, ${browser ? 'known' : 'unknown'}`).toEqual(costs[0]);
      }
      expect(costs[0]).toEqual([
        401,
        1,
        expect.arrayContaining([expect.stringMatching(/^select/)]),
      ]);
    }

    const all = Object.entries(typed);
    const isTheirs = ([, as]: [string, string]) => as.startsWith('o.shevchenko');
    await expectOneCost(undefined, all);
    await expectOneCost(
      cookie,
      all.filter((one) => !isTheirs(one)),
    );
    await expectOneCost(cookie, all.filter(isTheirs));
  });
});
