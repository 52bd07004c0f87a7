// Administrators create, change and delete groups, and list their members.

import { problem } from '@brama/contract/admin/route';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
} from '../../../test/support/admin/callers.ts';
import { untilWaiting } from '../../../test/support/admin/lock-waits.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { numbersTo, plansOf } from '../../../test/support/plans.ts';
import { addUser, apps, makeWorld, type World } from '../../../test/support/world.ts';
import { countEach } from './members.ts';

describe.each(databaseKinds)('groups, on %s', (kind) => {
  let world: World;
  let admin: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  afterEach(() => world.close());

  type Id = Parameters<typeof callRoute>[1];
  const call = async (id: Id, input: Input = {}) => {
    const { statusCode, body } = await callRoute(world, id, admin, input);
    return { statusCode, body: body === '' ? undefined : JSON.parse(body) };
  };
  const groups = () => world.db.selectFrom('groups').selectAll().orderBy('name').execute();
  async function refused(id: Id, input: Input) {
    const before = await groups();
    const { statusCode, body } = await call(id, input);
    const { code, fields } = problem.parse(body);
    expect(await groups()).toEqual(before);
    return [statusCode, code, ...Object.keys(fields ?? {})];
  }
  const title = { uk: 'Працівники', en: 'Staff' };

  test('create, read, change, list and delete', async () => {
    const created = await call('createGroup', { body: { name: 'staff', title } });
    const group = {
      name: 'staff',
      title,
      secondFactor: null,
      version: 1,
      createdAt: new Date(world.clock.now).toISOString(),
    };
    expect(created).toEqual({ statusCode: 201, body: group });
    const params = { name: 'staff' };
    const read = await callRoute(world, 'readGroup', admin, { params });
    expect([read.json(), read.headers.etag]).toEqual([group, '"1"']);
    const body = { secondFactor: 'required', title: null };
    const changed = { ...group, ...body, version: 2 };
    expect((await call('updateGroup', { params, body })).body).toEqual(changed);
    await call('createGroup', { body: { name: 'alumni' } });
    const first = (await call('listGroups', { query: { limit: '1' } })).body;
    expect(first.items).toMatchObject([{ name: 'alumni' }]);
    const query = { limit: '1', cursor: first.next };
    const second = { items: [{ ...changed, members: 0 }], next: null };
    expect((await call('listGroups', { query })).body).toEqual(second);
    expect(await refused('deleteGroup', { params })).toEqual([412, 'admin.version-conflict']);
    const headers = { 'if-match': '"2"' };
    expect((await call('deleteGroup', { params, headers })).statusCode).toBe(204);
    expect((await call('readGroup', { params })).statusCode).toBe(404);
    const events = await world.db
      .selectFrom('events')
      .select(['type', 'details'])
      .where('type', 'like', 'group.%')
      .orderBy('type')
      .execute();
    expect(events.map(({ type, details }) => `${type} ${details}`).sort()).toEqual([
      'group.changed {"group":"staff","fields":["secondFactor","title"]}',
      'group.created {"group":"alumni"}',
      'group.created {"group":"staff"}',
      'group.deleted {"group":"staff"}',
    ]);
  });

  test('the list is searched by name and title, and counts the members', async () => {
    await call('createGroup', { body: { name: 'zz-staff', title } });
    await call('createGroup', { body: { name: 'zz-alumni' } });
    const groupsOfUser = ['zz-staff'];
    await addUser(world.db, { username: 'one', groups: groupsOfUser }, world.passwordHash);
    await addUser(world.db, { username: 'two', groups: groupsOfUser }, world.passwordHash);
    const found = async (query: Record<string, string>) =>
      (await call('listGroups', { query })).body.items.map(
        (one: { name: string; members: number }) => [one.name, one.members],
      );
    expect(await found({ q: 'ПРАЦІВ' })).toEqual([['zz-staff', 2]]);
    expect(await found({ q: 'staff' })).toEqual([['zz-staff', 2]]);
    expect(await found({ q: 'zz-' })).toEqual([
      ['zz-alumni', 0],
      ['zz-staff', 2],
    ]);
    expect(await found({ q: '%' })).toEqual([]);
    const first = (await call('listGroups', { query: { q: 'zz-', limit: '1' } })).body;
    expect(await found({ q: 'zz-', cursor: first.next })).toEqual([['zz-staff', 2]]);
    expect((await call('listGroups', { query: { cursor: first.next } })).statusCode).toBe(400);
  });

  test('members are counted by an index', async () => {
    const { recursive, numbers } = numbersTo(20_000, kind);
    await sql`insert into group_members (group_name, user_id)
      ${recursive} select 'group ' || (n % 200), 'user ' || n from ${numbers}`.execute(world.db);
    if (kind === 'postgres') await sql`vacuum analyze group_members`.execute(world.db);
    const plans = await plansOf(world.db, kind, (db) => countEach(db, ['group 1', 'group 2']));
    expect(plans.at(-1)).toMatch(/INDEX|PRIMARY KEY|Index/);
    expect(plans.at(-1)).not.toMatch(/SCAN group_members|Seq Scan/);
  });

  test('invalid requests are refused by their fields', async () => {
    await call('createGroup', { body: { name: 'staff' } });
    const params = { name: 'staff' };
    for (const [id, input, ...expected] of [
      ['createGroup', { body: {} }, 400, 'request.invalid', 'name'],
      ['createGroup', { body: { name: '' } }, 400, 'request.invalid', 'name'],
      ['createGroup', { body: { name: '-a' } }, 400, 'request.invalid', 'name'],
      ['createGroup', { body: { name: 'a'.repeat(65) } }, 400, 'request.invalid', 'name'],
      ['createGroup', { body: { name: 'a', version: 4 } }, 400, 'request.invalid', 'version'],
      [
        'createGroup',
        { body: { name: 'a', title: { uk: 'А' } } },
        400,
        'request.invalid',
        'title.en',
      ],
      ['createGroup', { body: { name: 'staff' } }, 409, 'admin.conflict', 'name'],
      ['updateGroup', { params, body: { name: 'b' } }, 400, 'request.invalid', 'name'],
      [
        'updateGroup',
        { params, body: { secondFactor: 'always' } },
        400,
        'request.invalid',
        'secondFactor',
      ],
      [
        'updateGroup',
        { params, body: { title: { uk: 'А\u0000', en: 'A' } } },
        400,
        'request.invalid',
        'title.uk',
      ],
      [
        'updateGroup',
        { params, body: {}, headers: { 'if-match': '"2"' } },
        412,
        'admin.version-conflict',
      ],
      ['updateGroup', { params: { name: 'none' }, body: {} }, 404, 'admin.not-found'],
      ['deleteGroup', { params: { name: 'none' } }, 404, 'admin.not-found'],
      ['listMembers', { params: { name: 'none' } }, 404, 'admin.not-found'],
      ['readGroup', { params: { name: 'a\u0000' } }, 400, 'request.invalid', 'name'],
      ['listGroups', { query: { cursor: 'x' } }, 400, 'request.invalid', 'cursor'],
    ] as [Id, Input, ...unknown[]][])
      expect([id, input, await refused(id, input)]).toEqual([id, input, expected]);
  });

  test('a group with members, or that gives access, is not deleted', async () => {
    const names = ['students', 'employees', 'coming', 'free'];
    await world.db
      .insertInto('groups')
      .values(names.map((name) => ({ name, created_at: 1 })))
      .execute();
    await world.db
      .insertInto('membership_periods')
      .values({ user_id: world.olena, group_name: 'coming', valid_from: 9e12, valid_until: null })
      .execute();
    const used = [409, 'admin.conflict', 'name'];
    for (const name of names.slice(0, 3))
      expect([name, await refused('deleteGroup', { params: { name } })]).toEqual([name, used]);
    expect((await call('deleteGroup', { params: { name: 'free' } })).statusCode).toBe(204);
  });

  test('members now, coming and past, with their dates; past ones do not keep a group', async () => {
    await call('createGroup', { body: { name: 'laboratory' } });
    const hour = 3_600_000;
    const at = (hours: number) => new Date(world.clock.now + hours * hour).toISOString();
    const add = async (username: string, validFrom: number | null, validUntil: number | null) => {
      const id = await addUser(world.db, { username }, world.passwordHash);
      const body = {
        ...(validFrom !== null && { validFrom: at(validFrom) }),
        ...(validUntil !== null && { validUntil: at(validUntil) }),
      };
      const params = { id, group: 'laboratory' };
      expect((await call('putMembership', { params, body })).statusCode).toBe(200);
    };
    await add('always', null, null);
    await add('present', -1, 1);
    await add('coming', 1, 2);
    await add('past', -2, -1);
    const params = { name: 'laboratory' };
    const list = async (query: Record<string, string> = {}) => {
      const found: Record<string, unknown> = {};
      let cursor: string | null = null;
      do {
        const { body } = await call('listMembers', {
          params,
          query: { limit: '1', ...query, ...(cursor !== null && { cursor }) },
        });
        for (const { username, validFrom, validUntil, period } of body.items)
          found[username] = [period, validFrom, validUntil];
        cursor = body.next;
      } while (cursor !== null);
      return found;
    };
    const now = { always: ['now', null, null], present: ['now', at(-1), at(1)] };
    const coming = { coming: ['coming', at(1), at(2)] };
    const past = { past: ['past', at(-2), at(-1)] };
    expect(await list()).toEqual(now);
    expect(await list({ period: 'now' })).toEqual(now);
    expect(await list({ period: 'coming' })).toEqual(coming);
    expect(await list({ period: 'past' })).toEqual(past);
    expect(await list({ period: 'all' })).toEqual({ ...now, ...coming, ...past });
    expect(await refused('listMembers', { params, query: { period: 'future' } })).toEqual([
      400,
      'request.invalid',
      'period',
    ]);
    const { body } = await call('deleteGroup', { params });
    expect(body.fields).toEqual({ name: 'the group has members: 2 now, 1 coming' });
    for (const username of ['always', 'present', 'coming']) {
      const { body: users } = await call('listUsers', { query: { q: username } });
      const member = { id: users.items[0].id, group: 'laboratory' };
      expect((await call('removeMembership', { params: member })).statusCode).toBe(204);
    }
    expect((await call('deleteGroup', { params })).statusCode).toBe(204);
    const periods = world.db.selectFrom('membership_periods').select('user_id');
    expect(await periods.execute()).toEqual([]);
  });

  test('a group that users join while it is deleted keeps or loses all of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `race-${round}`;
      await call('createGroup', { body: { name } });
      const params = { name, group: name, id: world.olena };
      const user = { username: name, fullName: 'X', groups: [name] };
      const access = { groups: [name] };
      const protocol = { type: 'link', url: 'https://link.example/' };
      const application = { name, title: { uk: 'А', en: 'A' }, access, protocol };
      await Promise.all([
        call('createUser', { body: user }),
        call('putMembership', { params, body: {} }),
        call('deleteGroup', { params }),
        call('createApplication', { body: application }),
      ]);
      const isThere = (await call('readGroup', { params })).statusCode === 200;
      const members = world.db.selectFrom('group_members').where('group_name', '=', name);
      const found = (await members.select('user_id').execute()).length;
      const rules = await world.db.selectFrom('applications').select('access').execute();
      const uses = rules.filter((rule) => rule.access.includes(name)).length;
      expect([isThere, found + uses > 0]).toEqual([isThere, isThere]);
    }
  });

  test.runIf(kind === 'postgres')(
    'a group that a registration token takes at the same time is not deleted',
    async () => {
      await call('createGroup', { body: { name: 'guests' } });
      const other = world.again();
      const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      // keeps the creation from storing the token after it has looked for the group
      const holding = other.transaction().execute(async (queries) => {
        await sql`lock table oidc_tokens in share mode`.execute(queries);
        locked.resolve();
        await released.promise;
      });
      await locked.promise;
      const creating = call('createRegistrationToken', { body: { hours: 1, groups: ['guests'] } });
      await untilWaiting(world.db, 1);
      const deleting = call('deleteGroup', { params: { name: 'guests' } });
      await Promise.race([deleting, untilWaiting(world.db, 2)]);
      released.resolve();
      await holding;
      const statuses = [(await creating).statusCode, (await deleting).statusCode];
      expect(statuses).toEqual([201, 409]);
    },
  );

  test('a group counts as used only where it is named as a group', async () => {
    const names = ['everyone', 'g2', 'tree', 'waiting'];
    await world.db
      .insertInto('groups')
      .values(names.map((name) => ({ name, created_at: 1 })))
      .execute();
    const tree = { all: [{ attribute: 'data.faculty', is: 'g2' }, { group: 'tree' }] };
    await world.db
      .updateTable('applications')
      .set({ access: JSON.stringify({ groups: [], condition: tree }) })
      .where('id', '=', apps.campus.id)
      .execute();
    const body = { hours: 1, groups: ['waiting'] };
    expect((await call('createRegistrationToken', { body })).statusCode).toBe(201);
    const used = [409, 'admin.conflict', 'name'];
    for (const name of ['tree', 'waiting'])
      expect([name, await refused('deleteGroup', { params: { name } })]).toEqual([name, used]);
    world.clock.now += 3_600_000;
    admin = await strongSession(world, 'admin');
    for (const name of ['everyone', 'g2', 'waiting'])
      expect((await call('deleteGroup', { params: { name } })).statusCode).toBe(204);
  });

  test('a list of users finds a group however its letters are composed', async () => {
    const name = 'Йога';
    await call('createGroup', { body: { name } });
    await addUser(world.db, { username: 'yogi', groups: [name] }, world.passwordHash);
    for (const group of [name, name.normalize('NFD')])
      expect((await call('listUsers', { query: { group } })).body.items).toMatchObject([
        { username: 'yogi' },
      ]);
  });

  test('a change without fields changes nothing', async () => {
    await call('createGroup', { body: { name: 'staff' } });
    const { body } = await call('updateGroup', { params: { name: 'staff' }, body: {} });
    expect(body).toMatchObject({ name: 'staff', version: 1 });
    const changes = world.db.selectFrom('events').select('id').where('type', '=', 'group.changed');
    expect(await changes.execute()).toEqual([]);
  });

  test('pages of members have every member once', async () => {
    await call('createGroup', { body: { name: 'staff' } });
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      ids.push(await addUser(world.db, { username: name, groups: ['staff'] }, world.passwordHash));
    const params = { name: 'staff' };
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor !== null && { cursor }) };
      const { body } = await call('listMembers', { params, query });
      found.push(...body.items.map((item: { id: string }) => item.id));
      cursor = body.next;
    } while (cursor !== null);
    expect(found.sort()).toEqual(ids.sort());
    const searched = await world.db
      .selectFrom('events')
      .select(['actor_id', 'details'])
      .where('type', '=', 'users.searched')
      .execute();
    expect(searched.map(({ details }) => JSON.parse(details ?? '{}').results).sort()).toEqual([
      1, 2, 2,
    ]);
    expect(searched[0]).toMatchObject({
      actor_id: admin.userId,
      details: expect.stringContaining('"group":"staff"'),
    });
    // a cursor of another group
    await call('createGroup', { body: { name: 'others' } });
    const { body } = await call('listMembers', { params, query: { limit: '2' } });
    expect(
      await refused('listMembers', { params: { name: 'others' }, query: { cursor: body.next } }),
    ).toEqual([400, 'request.invalid', 'cursor']);
  });
});
