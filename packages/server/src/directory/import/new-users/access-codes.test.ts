import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
  weakSession,
} from '../../../../test/support/admin/callers.ts';
import { addPasskey, linkGoogle } from '../../../../test/support/admin/factors.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { importsOf } from '../../../../test/support/import/import-run.ts';
import { form, formOf } from '../../../../test/support/oidc/raw.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { grantRole } from '../../../users/roles/role-store.ts';
import { hasNoWay, usersWithWays } from '../../../users/ways-in.ts';
import type { SourceRecord } from '../plan/source-record.ts';
import { countWithoutWay } from './access-codes.ts';

const hour = 3_600_000;
const always = { validFrom: null, validUntil: null };

const person = (id: string, group = 'students', given: Partial<SourceRecord> = {}) => ({
  externalId: id,
  facts: { fullName: `Особа ${id}`, email: `p${id}@campus.example` },
  username: `person${id}`,
  memberships: [{ group, ...always }],
  ...given,
});

describeOnDatabases('access codes of an import', (kind) => {
  let world: World;
  let chief: Caller;
  let imports: ReturnType<typeof importsOf>;

  beforeEach(async () => {
    world = await makeWorld(kind);
    const groups = ['students', 'students.fpm', 'students.ipsa'].map((name) => ({
      name,
      title: JSON.stringify({ uk: `Група ${name}`, en: name }),
      created_at: 1,
    }));
    await world.db.insertInto('groups').values(groups).execute();
    imports = importsOf(world.db, () => world.clock.now);
    await imports.source('students', 1);
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
  });
  afterEach(() => world.close());

  const run = async (people: readonly SourceRecord[], newUsers = 'codes') =>
    (await imports.run('students', people, { mapping: { newUsers } })).id;
  const issue = async (id: string, given: object = {}, caller = chief) => {
    const body = { group: null, ...given };
    const answer = await callRoute(world, 'issueImportCodes', caller, { params: { id }, body });
    return { status: answer.statusCode, body: answer.json() };
  };
  const read = async (id: string) =>
    (await callRoute(world, 'readNewUsers', chief, { params: { id } })).json();
  const idOf = async (username: string) => {
    const users = world.db.selectFrom('users').select('id').where('username', '=', username);
    return (await users.executeTakeFirstOrThrow()).id;
  };
  const useCode = async (username: string, code: string) => {
    const answer = await world.send({
      method: 'POST',
      url: '/uk/recovery/access-code',
      headers: { 'sec-fetch-site': 'same-origin', ...form },
      payload: formOf({ username, code }),
    });
    return answer.statusCode;
  };

  test('new users get a code each, by group and name, once; each code lets its user in', async () => {
    const id = await run([
      person('2', 'students.ipsa'),
      person('1', 'students.fpm'),
      person('3', 'students.fpm'),
    ]);
    const { body } = await issue(id, { hours: 168 });
    expect(body).toMatchObject({ leftOut: [], remaining: 0 });
    const shown = body.codes.map((one: Record<string, unknown>) => [one['group'], one['username']]);
    expect(shown).toEqual([
      ['students.fpm', 'person1'],
      ['students.fpm', 'person3'],
      ['students.ipsa', 'person2'],
    ]);
    const [first] = body.codes;
    expect(first).toMatchObject({
      groupTitle: { uk: 'Група students.fpm', en: 'students.fpm' },
      expiresAt: new Date(world.clock.now + 168 * hour).toISOString(),
    });
    expect(await useCode('person1', first.code)).toBe(303);
    // who has used a code has no other way in yet
    const again = (await issue(id)).body.codes;
    expect(again.map(({ username }: { username: string }) => username)).toEqual(['person1']);
    expect((await issue(id)).body.codes).toEqual([]);
  });

  test('a study group of the data is named, and orders the persons of a group', async () => {
    const inGroup = (id: string, group: string) =>
      person(id, 'students', {
        facts: { fullName: `Особа ${id}`, data: { Курс: '1', 'Академічна група': group } },
      });
    const { body } = await issue(await run([inGroup('1', 'КВ-12'), inGroup('2', 'КВ-11')]));
    const shown = body.codes.map((one: Record<string, unknown>) => [
      one['studyGroup'],
      one['username'],
    ]);
    expect(shown).toEqual([
      ['КВ-11', 'person2'],
      ['КВ-12', 'person1'],
    ]);
  });

  test('codes stand in no table and no event; the user gets an email, and the event names who', async () => {
    const id = await run([person('1', 'students.fpm')]);
    const [{ code }] = (await issue(id)).body.codes;
    const bare = code.replaceAll('-', '');
    for (const table of ['access_codes', 'events', 'import_rows', 'idempotent_requests'] as const) {
      const text = JSON.stringify(await world.db.selectFrom(table).selectAll().execute());
      expect([table, text.includes(code) || text.includes(bare)]).toEqual([table, false]);
    }
    const events = world.db.selectFrom('events').select(['user_id', 'details']);
    const rows = await events.where('type', '=', 'access-code.issued').execute();
    expect(rows.map(({ user_id, details }) => [user_id, JSON.parse(details ?? '')])).toEqual([
      [await idOf('person1'), { issuedBy: 'chief', reason: 'new users of students' }],
    ]);
    await expect.poll(() => world.letters.map(({ to }) => to)).toEqual(['p1@campus.example']);
    expect(JSON.stringify(world.letters)).not.toContain(code);
  });

  test('who has left gets none, also within the days of grace', async () => {
    const id = await run([person('1'), person('2')]);
    world.clock.now += 1000;
    await run([person('1')]);
    const left = world.db.selectFrom('users').select('disabled').where('username', '=', 'person2');
    expect(await left.executeTakeFirst()).toEqual({ disabled: 0 });
    expect((await read(id)).withoutWay).toMatchObject({
      count: 1,
      groups: [{ name: 'students', count: 1 }],
    });
    const { body } = await issue(id);
    expect(body.codes).toMatchObject([{ username: 'person1' }]);
  });

  test('a group has its members only, and a second sheet leaves valid codes alone', async () => {
    const id = await run([person('1', 'students.fpm'), person('2', 'students.ipsa')]);
    const names = async (given: object) =>
      (await issue(id, given)).body.codes.map(({ username }: { username: string }) => username);
    expect(await names({ group: 'students.fpm' })).toEqual(['person1']);
    expect(await read(id)).toMatchObject({
      choice: 'codes',
      withoutWay: {
        count: 2,
        withCode: 1,
        groups: [
          { name: 'students.fpm', count: 1, withCode: 1 },
          { name: 'students.ipsa', count: 1, withCode: 0 },
        ],
      },
    });
    expect(await names({})).toEqual(['person2']);
    expect(await names({ renew: true })).toEqual(['person1', 'person2']);
    expect(await names({ group: 'no.such.group' })).toEqual([]);
    await world.db.updateTable('access_codes').set({ expires_at: world.clock.now }).execute();
    expect((await read(id)).withoutWay.withCode).toBe(0);
  });

  test('where codes are chosen, Diia is no reason to get none before the first sign-in', async () => {
    const { db } = world;
    const at = { enabledMethods: ['password', 'diia'] as const, at: world.clock.now };
    const countOf = async (newUsers: string, name: string) => {
      const id = await run([person(name, 'students', { taxIdHash: `hash of ${name}` })], newUsers);
      return (await countWithoutWay(db, { id, mapping: JSON.stringify({ newUsers }) }, at)).count;
    };
    expect([await countOf('nothing', '1'), await countOf('codes', '2')]).toEqual([0, 1]);
    await db.updateTable('user_search').set({ last_sign_in_at: 1 }).execute();
    const [last] = await db
      .selectFrom('imports')
      .select(['id', 'mapping'])
      .where('mapping', 'like', '%codes%')
      .execute();
    expect((await countWithoutWay(db, last ?? { id: '', mapping: null }, at)).count).toBe(0);
  });

  test('who has another way in, is disabled, existed before or has a role gets none', async () => {
    await run([person('known')]);
    world.clock.now += 1000;
    const ways = ['password', 'passkey', 'google', 'disabled', 'role'];
    const id = await run(
      [
        person('known'),
        person('1'),
        ...ways.map((one) => person(one)),
        person('diia', 'students', { taxIdHash: 'the hash' }),
        person('later', 'students', { validFrom: world.clock.now + hour }),
      ],
      'nothing',
    );
    const { db } = world;
    const change = (name: string, values: object) =>
      db.updateTable('users').set(values).where('username', '=', `person${name}`).execute();
    await change('password', { password_hash: 'a hash' });
    await change('disabled', { disabled: 1, disabled_by_administrator: 1 });
    await addPasskey(world, await idOf('personpasskey'));
    await linkGoogle(world, await idOf('persongoogle'));
    await grantRole(db, { userId: await idOf('personrole'), role: 'auditor', at: 1 });
    const { body } = await issue(id);
    // Diia is off here, so a tax number is only data
    expect(body.codes.map(({ username }: { username: string }) => username)).toEqual([
      'person1',
      'persondiia',
    ]);
    expect(body.leftOut).toMatchObject([{ username: 'personrole' }]);
    // the condition in SQL says what `waysOf` returns
    const users = await db.selectFrom('users').select(['id', 'username']).execute();
    for (const enabled of [['password', 'diia'], ['password']] as const) {
      const withWays = await usersWithWays(
        db,
        users.map(({ id: userId }) => userId),
        enabled,
      );
      const without = await db
        .selectFrom('users as u')
        .select('u.id')
        .where(hasNoWay('u', enabled))
        .execute();
      expect(new Set(without.map(({ id: userId }) => userId))).toEqual(
        new Set(users.map(({ id: userId }) => userId).filter((one) => !withWays.has(one))),
      );
    }
  });

  test('an operator may issue them, others and tokens may not, and a strong sign-in is needed', async () => {
    const id = await run([person('1')]);
    await addCaller(world, 'desk', ['operator']);
    await addCaller(world, 'reader', ['auditor']);
    const statusOf = async (caller: Caller) => (await issue(id, {}, caller)).status;
    expect(await statusOf(await strongSession(world, 'reader'))).toBe(403);
    const token = await tokenOf(world, chief.userId, { roles: ['administrator'] });
    expect(await statusOf(token)).toBe(403);
    expect(await statusOf(await weakSession(world, 'desk'))).toBe(403);
    const { status, body } = await issue(id, {}, await strongSession(world, 'desk'));
    expect([status, body.codes.length]).toEqual([200, 1]);
  });

  test('only of an import that is written, for at most a week', async () => {
    const { id } = await imports.compare('students', [person('1')]);
    expect((await issue(id)).body.fields).toEqual({ id: 'is not written' });
    expect((await issue(id, { hours: 169 })).status).toBe(400);
    expect((await issue(crypto.randomUUID())).status).toBe(404);
  });

  test('a sheet has at most 500 persons; the next call goes on', async () => {
    const people = Array.from({ length: 503 }, (_, index) =>
      person(`${index}`, 'students', { facts: { fullName: `Особа ${index}` } }),
    );
    const id = await run(people);
    const first = (await issue(id)).body;
    expect([first.codes.length, first.remaining]).toEqual([500, 3]);
    const second = (await issue(id)).body;
    expect([second.codes.length, second.remaining]).toEqual([3, 0]);
    const all = [...first.codes, ...second.codes];
    expect(new Set(all.map(({ code }: { code: string }) => code)).size).toBe(503);
    await world.db.updateTable('access_codes').set({ created_at: 0 }).execute();
    const renewed = (await issue(id, { renew: true })).body;
    expect([renewed.codes.length, renewed.remaining]).toEqual([500, 3]);
    const others = (await issue(id, { renew: true })).body;
    const names = [...renewed.codes, ...others.codes].map(({ username }) => username);
    expect([others.remaining, new Set(names).size]).toEqual([0, 503]);
  });

  test('several administrators at once give each user one code', { tags: ['race'] }, async () => {
    const id = await run([person('1'), person('2')]);
    const answers = await Promise.all([issue(id), issue(id), issue(id)]);
    const codes = answers.flatMap(({ body }) => body.codes ?? []);
    expect(codes).toHaveLength(2);
  });
});
