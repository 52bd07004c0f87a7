// Users who are created with a tax number, or with the hash of a password from another system, sign in at once.

import { problem } from '@brama/contract/admin/route';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
  tokenOf,
  weakSession,
} from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { type DiiaWorld, makeDiiaWorld, taxId } from '../../../test/support/diia/world.ts';
import { addUser, password } from '../../../test/support/world.ts';

const fresh = '2987654320';
const student = { username: 'o.new', fullName: 'Нова Олена' };

describeOnDatabases('the first sign-in of created users', (kind) => {
  let world: DiiaWorld;
  let admin: Caller;
  beforeEach(async () => {
    world = await makeDiiaWorld(kind);
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  afterEach(() => world.close());

  type Id = Parameters<typeof callRoute>[1];
  async function ok(id: Id, input: Input, caller = admin) {
    const response = await callRoute(world, id, caller, input);
    expect([id, response.body, response.statusCode < 300]).toEqual([id, expect.anything(), true]);
    return response.json();
  }
  const users = () => world.db.selectFrom('users').selectAll().orderBy('id').execute();
  async function refused(id: Id, input: Input, caller = admin) {
    const before = await users();
    const response = await callRoute(world, id, caller, input);
    const { code, fields } = problem.parse(response.json());
    expect(await users()).toEqual(before);
    return [response.statusCode, code, fields ?? {}];
  }
  /** Changes this user, with the present version. */
  async function change(id: string, body: object, caller = admin) {
    const { version } = await ok('readUser', { params: { id } });
    return { params: { id }, headers: { 'if-match': `"${version}"` }, body, caller };
  }
  const changed = async (id: string, body: object, caller = admin) =>
    ok('updateUser', await change(id, body), caller);
  const changeRefused = async (id: string, body: object, caller = admin) =>
    refused('updateUser', await change(id, body), caller);
  /** Returns the status of a sign-in with Diia by this number. */
  async function diiaStatus(number: string) {
    const { requestId, cookie } = await world.askLink();
    await world.confirm(requestId, { leaf: world.diia.person(`TINUA-${number}`) });
    return (await world.check(requestId, cookie)).statusCode;
  }
  /** Everything that the server has stored and logged, except the column of the number. */
  async function traces() {
    const { db } = world;
    const rows = [
      ...(await db.selectFrom('events').selectAll().execute()),
      ...(await db.selectFrom('idempotent_requests').selectAll().execute()),
    ];
    return [...rows.map((row) => JSON.stringify(row)), ...world.lines].join('\n');
  }

  test('a tax number lets a new user sign in with Diia, and is never shown', async () => {
    const headers = { 'idempotency-key': 'one' };
    const response = await callRoute(world, 'createUser', admin, {
      headers,
      body: { ...student, taxId: fresh },
    });
    expect([response.statusCode, response.json()]).toEqual([
      201,
      expect.objectContaining({ hasTaxId: true }),
    ]);
    expect(await diiaStatus(fresh)).toBe(200);
    const hash = world.hash(fresh);
    const whole = `${await traces()} ${response.body} ${JSON.stringify(response.headers)}`;
    expect(whole).not.toContain(fresh);
    expect(whole).not.toContain(hash);
    expect(whole).toContain('"user.created"');
  });

  test('an existing user gets, changes and loses the number', async () => {
    const { olena, letters } = world;
    expect(await diiaStatus(fresh)).toBe(403);
    expect(await changed(olena, { taxId: fresh })).toMatchObject({ hasTaxId: true });
    expect(await diiaStatus(fresh)).toBe(200);
    await expect.poll(() => letters.length).toBe(1);
    expect(letters[0]).toMatchObject({ subject: 'uk tax-id-changed' });
    // the same number is no change
    await changed(olena, { taxId: fresh });
    expect(await changed(olena, { taxId: null })).toMatchObject({ hasTaxId: false });
    expect(await diiaStatus(fresh)).toBe(403);
    await expect.poll(() => letters.length).toBe(2);
    expect(await traces()).not.toContain(fresh);
    const events = world.db
      .selectFrom('events')
      .select('details')
      .where('type', '=', 'user.changed');
    expect(new Set((await events.execute()).map(({ details }) => details))).toEqual(
      new Set(['{"fields":["taxId"]}']),
    );
  });

  test('the number of another user is refused without naming the user', async () => {
    const taken = [409, 'admin.conflict', { taxId: 'belongs to another user' }];
    expect(await refused('createUser', { body: { ...student, taxId } })).toEqual(taken);
    expect(await changeRefused(world.olena, { taxId })).toEqual(taken);
    const both = await Promise.all(
      ['one', 'two'].map((username) =>
        callRoute(world, 'createUser', admin, { body: { ...student, username, taxId: fresh } }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const [loser] = both.filter(({ statusCode }) => statusCode === 409);
    expect(loser?.json().fields).toEqual(taken[2]);
    expect(await traces()).not.toContain(world.hash(fresh));
    for (const [number, reason] of [
      ['123', 'must consist of ten digits'],
      ['١٢٣٤٥٦٧٨٩٠', 'must consist of ten digits'],
      [' 2987654320', 'must consist of ten digits'],
      ['2987654321', 'has a wrong check digit: look for a typing error'],
    ])
      expect(await refused('createUser', { body: { ...student, taxId: number } })).toEqual([
        400,
        'request.invalid',
        { taxId: reason },
      ]);
  });

  test('a typing error is refused, but not in a number that is stored already', async () => {
    const typo = '2987654321';
    const reason = { taxId: 'has a wrong check digit: look for a typing error' };
    expect(await changeRefused(world.olena, { taxId: typo })).toEqual([
      400,
      'request.invalid',
      reason,
    ]);
    const stored = world.db.updateTable('users').set({ tax_id_hash: world.hash(typo) });
    await stored.where('id', '=', world.olena).execute();
    expect(await changed(world.olena, { taxId: typo })).toMatchObject({ hasTaxId: true });
  });

  test('a user who signs in with Diia is not invited', async () => {
    const username = 'with-diia';
    const body = { ...student, username, taxId: fresh, email: 'with-diia@campus.example' };
    const { id } = (await callRoute(world, 'createUser', admin, { body })).json();
    const response = await callRoute(world, 'inviteUser', admin, { params: { id } });
    expect([response.statusCode, response.json().fields]).toEqual([
      409,
      { taxId: 'is a way to sign in already' },
    ]);
  });

  test('a list says who has no way to sign in yet', async () => {
    const { id } = await ok('createUser', {
      body: { username: 'o.none', fullName: 'Нова Оксана' },
    });
    const hasWay = async () =>
      (await ok('listUsers', { query: { q: 'o.none' } })).items[0].hasWayIn;
    expect(await hasWay()).toBe(false);
    await changed(id, { taxId: fresh });
    expect(await hasWay()).toBe(true);
  });

  test('the number is protected like the email address', async () => {
    const auditor = await addCaller(world, 'auditor', ['auditor']);
    const chief = await addCaller(world, 'chief', ['administrator']);
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const token = await tokenOf(world, admin.userId, { roles: ['administrator'] });
    const reason = 'is of an administrator: a manifest changes it';
    for (const caller of [admin, token])
      for (const id of [chief, admin.userId])
        expect(
          await changeRefused(id, { taxId: fresh, email: 'x@campus.example' }, caller),
        ).toEqual([409, 'admin.conflict', { email: reason, taxId: reason }]);
    const higher = [403, 'admin.higher-role', {}];
    expect(await changeRefused(auditor, { taxId: fresh }, helper)).toEqual(higher);
    expect((await changeRefused(helper.userId, { taxId: fresh }, helper)).slice(0, 2)).toEqual([
      403,
      'admin.forbidden',
    ]);
    await changed(world.olena, { taxId: fresh }, helper);
    await changed(auditor, { taxId: '2987654418' });
    await changed(auditor, { taxId: null }, token);
    const weak = await weakSession(world, 'admin');
    const strong = admin;
    admin = token;
    await world.db.updateTable('sessions').set({ amr: null }).execute();
    for (const one of [weak, strong])
      expect((await changeRefused(world.taras, { taxId: null }, one)).slice(0, 2)).toEqual([
        403,
        'admin.authentication-required',
      ]);
  });

  test('the hash of a password from another system works at once', async () => {
    const body = { ...student, passwordHash: world.passwordHash };
    const headers = { 'idempotency-key': 'one' };
    const response = await callRoute(world, 'createUser', admin, { body, headers });
    expect(response.statusCode).toBe(201);
    expect((await world.post('/api/auth', { username: 'o.new', password })).statusCode).toBe(200);
    expect(`${await traces()} ${response.body}`).not.toContain(world.passwordHash);
    for (const passwordHash of ['secret', '$2b$12$abc', '$argon2id$v=19$m=9999999,t=1,p=1$a$b']) {
      const [status, code, fields] = await refused('createUser', {
        body: { ...student, username: 'other', passwordHash },
      });
      expect([status, code, Object.keys(fields as object)]).toEqual([
        400,
        'request.invalid',
        ['passwordHash'],
      ]);
      expect(JSON.stringify(fields)).not.toContain(passwordHash);
    }
    const { olena } = world;
    expect((await changeRefused(olena, { passwordHash: world.passwordHash })).slice(0, 2)).toEqual([
      400,
      'request.invalid',
    ]);
    const other = await addUser(world.db, { username: 'x' }, world.passwordHash);
    expect(await ok('readFactors', { params: { id: other } })).toMatchObject({ diia: false });
  });
});
