// Administrators and operators create, change, renew and disable users, and change their groups.

import { problem } from '@brama/contract/admin/route';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwnApplication } from '../../../test/support/admin/application-examples.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
  tokenOf,
  weakSession,
} from '../../../test/support/admin/callers.ts';
import { untilWaiting } from '../../../test/support/admin/lock-waits.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { grantRole, lockAdministrators } from '../../users/roles/role-store.ts';

const hour = 3_600_000;
const yearInUtc10000 = '9999-12-31T23:59:59-12:00';

describeOnDatabases('changes of users', (kind) => {
  let world: World;
  let admin: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
    await world.db
      .insertInto('groups')
      .values(['students', 'staff'].map((name) => ({ name, created_at: 1 })))
      .execute();
  });
  afterEach(() => world.close());

  type Id = Parameters<typeof callRoute>[1];
  const inHours = (count: number) => new Date(world.clock.now + count * hour).toISOString();
  async function ok(id: Id, input: Input, caller = admin) {
    const response = await callRoute(world, id, caller, input);
    expect([id, response.statusCode, response.body.slice(0, 300)]).toEqual([
      id,
      expect.toSatisfy((status: number) => status < 300),
      expect.anything(),
    ]);
    return response.body === '' ? undefined : response.json();
  }
  /** Everything that a refused request must not change. */
  const stored = async () => [
    await world.db.selectFrom('users').selectAll().orderBy('id').execute(),
    await world.db.selectFrom('membership_periods').selectAll().orderBy('user_id').execute(),
    await world.db.selectFrom('group_members').selectAll().orderBy('user_id').execute(),
    await world.db.selectFrom('events').select('type').where('type', 'like', 'user.%').execute(),
    await world.db.selectFrom('sessions').select('uid').execute(),
  ];
  /** Returns status, code and the paths of the fields. */
  async function refused(id: Id, input: Input, caller = admin) {
    const before = await stored();
    const response = await callRoute(world, id, caller, input);
    const { code, fields } = problem.parse(response.json());
    expect(await stored()).toEqual(before);
    return [response.statusCode, code, ...Object.keys(fields ?? {})];
  }
  const types = async () => {
    const rows = await world.db
      .selectFrom('events')
      .select(['type', 'actor_id', 'details'])
      .where('actor', '=', 'administrator')
      .orderBy('at')
      .execute();
    expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.userId]));
    return rows.map(({ type, details }) => `${type} ${details ?? ''}`.trim()).sort();
  };

  test('creates a user with every field', async () => {
    const body = {
      username: 'Нова.Користувачка',
      fullName: 'Нова',
      fullNameEn: 'Nova',
      givenName: 'Н',
      email: 'nova@campus.example',
      studentId: 'S1',
      employeeId: 'E1',
      data: { faculty: 'ФПМ', phone: null },
      groups: ['staff'],
      validFrom: inHours(-1),
      validUntil: inHours(1),
      sponsorId: admin.userId,
    };
    const user = await ok('createUser', { body });
    const { groups, ...same } = body;
    expect(user).toMatchObject({ ...same, disabled: false, disabledReason: null, version: 1 });
    expect(user.memberships).toEqual([
      { group: 'staff', validFrom: null, validUntil: null, active: true },
    ]);
    const read = await ok('readUser', { params: { id: user.id } });
    expect(read).toEqual(user);
    expect(read.groups).toEqual(groups);
    const [created = '', ...others] = await types();
    expect(others).toEqual(['user.viewed']);
    expect(JSON.parse(created.replace('user.created ', ''))).toEqual({
      fields: Object.keys(body).sort(),
      groups,
      from: body.validFrom,
      until: body.validUntil,
    });
    // the same key creates no second user
    const headers = { 'idempotency-key': 'one' };
    const again = { username: 'again', fullName: 'Again' };
    const first = await ok('createUser', { body: again, headers });
    expect(await ok('createUser', { body: again, headers })).toEqual(first);
  });

  test('answers name roles only to callers who may read them', async () => {
    await addCaller(world, 'operator', ['operator']);
    const operator = await strongSession(world, 'operator');
    const scopes = ['users.read', 'users.write'] as const;
    const token = await tokenOf(world, admin.userId, {
      roles: ['administrator'],
      scopes: [...scopes],
    });
    await addCaller(world, 'auditor', ['auditor']);
    const auditor = await weakSession(world, 'auditor');
    for (const [index, caller] of [admin, operator, token].entries()) {
      const guest = { username: `guest-${index}`, fullName: 'Guest', sponsorId: admin.userId };
      const body = { ...guest, validUntil: inHours(1) };
      const created = await ok('createUser', { body }, caller);
      const params = { id: created.id };
      const headers = { 'if-match': `"${created.version}"` };
      const answers = [
        created,
        await ok('readUser', { params }, caller),
        await ok('updateUser', { params, headers, body: { givenName: 'G' } }, caller),
        await ok('renewGuest', { params, body: { validUntil: inHours(2) } }, caller),
        await ok('readUser', { params: { id: admin.userId } }, caller),
      ];
      const roles =
        caller === admin ? [[], [], [], [], ['administrator']] : answers.map(() => undefined);
      expect(answers.map((answer) => answer.roles)).toEqual(roles);
    }
    const read = await ok('readUser', { params: { id: admin.userId } }, auditor);
    expect(read.roles).toEqual(['administrator']);
  });

  test('a new user is disabled until the first day', async () => {
    const body = { username: 'later', fullName: 'Later', validFrom: inHours(1) };
    const user = await ok('createUser', { body });
    expect(user).toMatchObject({ disabled: true, disabledReason: 'not-yet-valid' });
  });

  test('invalid users are refused by their fields', async () => {
    await world.db
      .updateTable('users')
      .set({ email: 'mail@campus.example', email_key: 'mail@campus.example' })
      .where('id', '=', world.olena)
      .execute();
    const disabled = await addUser(
      world.db,
      { username: 'gone', disabled: true },
      world.passwordHash,
    );
    for (const [body, ...expected] of [
      [{}, 400, 'request.invalid', 'fullName', 'username'],
      [{ username: '' }, 400, 'request.invalid', 'username'],
      [{ username: 'a b' }, 400, 'request.invalid', 'username'],
      [{ username: 'O.SHEVCHENKO' }, 409, 'admin.conflict', 'username'],
      [{ username: 'mail@CAMPUS.example' }, 409, 'admin.conflict', 'username'],
      [{ fullName: 'x'.repeat(257) }, 400, 'request.invalid', 'fullName'],
      [{ fullName: 'a\u0000b' }, 400, 'request.invalid', 'fullName'],
      [{ fullNameEn: 'Олена' }, 400, 'request.invalid', 'fullNameEn'],
      [{ email: 'nobody' }, 400, 'request.invalid', 'email'],
      [{ data: { a: 1 } }, 400, 'request.invalid', 'data.a'],
      [{ data: { a: 'x\u0000' } }, 400, 'request.invalid', 'data.a'],
      [{ groups: ['none', 'staff'] }, 400, 'request.invalid', 'groups.0'],
      [{ groups: ['staff', 'staff'] }, 400, 'request.invalid', 'groups.1'],
      [{ validFrom: 'tomorrow' }, 400, 'request.invalid', 'validFrom'],
      [{ validUntil: '2026-02-30T00:00:00Z' }, 400, 'request.invalid', 'validUntil'],
      [{ validUntil: yearInUtc10000 }, 400, 'request.invalid', 'validUntil'],
      [{ validFrom: yearInUtc10000 }, 400, 'request.invalid', 'validFrom'],
      [
        { validFrom: '2026-02-02T00:00:00Z', validUntil: '2026-02-01T00:00:00Z' },
        400,
        'request.invalid',
        'validUntil',
      ],
      [{ sponsorId: world.olena }, 400, 'request.invalid', 'validUntil'],
      [{ sponsorId: disabled, validUntil: inHours(1) }, 400, 'request.invalid', 'sponsorId'],
      [
        { sponsorId: crypto.randomUUID(), validUntil: inHours(1) },
        400,
        'request.invalid',
        'sponsorId',
      ],
      // mass assignment
      [{ id: world.olena }, 400, 'request.invalid', 'id'],
      [{ password: 'x', roles: ['administrator'] }, 400, 'request.invalid', 'password', 'roles'],
      [{ version: 7 }, 400, 'request.invalid', 'version'],
    ] as [object, ...unknown[]][]) {
      const whole =
        Object.keys(body).length === 0 ? {} : { username: 'new', fullName: 'New', ...body };
      expect([body, await refused('createUser', { body: whole })]).toEqual([body, expected]);
    }
  });

  test('fields are checked while they are typed, by a weak session, and nothing is stored', async () => {
    await addCaller(world, 'helper', ['operator']);
    const caller = await weakSession(world, 'helper');
    await ok('createUser', { body: { username: 'taken', fullName: 'Taken' } });
    const before = await stored();
    const check = async (body: object) => {
      const response = await callRoute(world, 'validateUser', caller, { body });
      return response.statusCode === 204 ? 'fine' : Object.keys(response.json().fields);
    };
    expect(await check({})).toBe('fine');
    expect(await check({ username: 'free', email: 'free@campus.example' })).toBe('fine');
    expect(await check({ username: 'TAKEN', email: 'x', fullNameEn: 'Ґ' })).toEqual(
      expect.arrayContaining(['username', 'email', 'fullNameEn']),
    );
    expect(await check({ id: world.olena, email: 'taken' })).toEqual(['email']);
    expect(await check({ groups: ['unknown'] })).toEqual(['groups.0']);
    // the answer would say whose number it is
    expect(await check({ taxId: '3184710691' })).toEqual(['taxId']);
    expect(await stored()).toEqual(before);
  });

  test('of a username and the same address, created at once, one is refused', {
    tags: 'race',
  }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const name = `Shared${round}@campus.example`;
      const users = [{ username: name }, { username: `other${round}`, email: name.toLowerCase() }];
      const made = await Promise.all(
        users.map((user) =>
          callRoute(world, 'createUser', admin, { body: { fullName: 'X', ...user } }),
        ),
      );
      expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    }
  });

  test('refused times and missing fields have reasons of their own', async () => {
    const reason = 'must be a time such as 2026-12-31T21:00:00Z';
    for (const [body, fields] of [
      [{}, { username: 'is missing', fullName: 'is missing' }],
      [{ username: 'new' }, { fullName: 'is missing' }],
      ...['2026-12-31', '2026-12-31T21:00:00+15:00'].map((validUntil) => [
        { username: 'new', fullName: 'New', validUntil },
        { validUntil: reason },
      ]),
      [
        { username: 'new', fullName: 'New', validUntil: yearInUtc10000 },
        { validUntil: 'must be between the years 1970 and 9999' },
      ],
    ]) {
      const response = await callRoute(world, 'createUser', admin, { body });
      expect([response.statusCode, response.json().fields]).toEqual([400, fields]);
    }
  });

  test('changes fields, and clears them by null', async () => {
    const params = { id: world.olena };
    const changed = await ok('updateUser', { params, body: { givenName: 'Оля', employeeId: 'E' } });
    expect(changed).toMatchObject({ givenName: 'Оля', employeeId: 'E', version: 2 });
    const headers = { 'if-match': '"2"' };
    const cleared = await ok('updateUser', {
      params,
      headers,
      body: { email: null, employeeId: null, data: null },
    });
    expect(cleared).toMatchObject({ email: null, employeeId: null, data: {}, givenName: 'Оля' });
    expect(await types()).toEqual([
      'user.changed {"fields":["data","email","employeeId"]}',
      'user.changed {"fields":["employeeId","givenName"]}',
    ]);
    for (const [input, ...expected] of [
      [{ headers: { 'if-match': '"1"' } }, 412, 'admin.version-conflict'],
      [{ headers: { 'if-match': '*' } }, 400, 'request.invalid', 'if-match'],
      [{ headers: { ...headers, 'if-match': '"4"' } }, 412, 'admin.version-conflict'],
      [{ params: { id: crypto.randomUUID() } }, 404, 'admin.not-found'],
      [{ body: { username: 'other' } }, 400, 'request.invalid', 'username'],
      [{ body: { email: 'ADMIN' } }, 400, 'request.invalid', 'email'],
      [{ body: { fullName: null } }, 400, 'request.invalid', 'fullName'],
      [
        { body: { sponsorId: world.olena, validUntil: inHours(1) } },
        400,
        'request.invalid',
        'sponsorId',
      ],
    ] as [Input, ...unknown[]][])
      expect([
        input,
        await refused('updateUser', {
          params,
          body: { givenName: 'x' },
          headers: { 'if-match': '"3"' },
          ...input,
        }),
      ]).toEqual([input, expected]);
    await addUser(world.db, { username: 'a@campus.example' }, world.passwordHash);
    const body = { email: 'A@campus.example' };
    expect(await refused('updateUser', { params, body, headers: { 'if-match': '"3"' } })).toEqual([
      409,
      'admin.conflict',
      'email',
    ]);
  });

  test('disabling ends sessions on every node at once; enabling does not restore them', async () => {
    const node = await world.node();
    const cookie = await world.signIn();
    const params = { id: world.olena };
    const disabled = await ok('updateUser', { params, body: { disabled: true } });
    expect(disabled).toMatchObject({ disabled: true, disabledReason: 'by-administrator' });
    for (const server of [world.server, node])
      expect((await world.send({ url: '/user', headers: { cookie } }, server)).statusCode).toBe(
        401,
      );
    const headers = { 'if-match': '"2"' };
    await ok('updateUser', { params, headers, body: { disabled: false } });
    expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(401);
    expect(await world.signIn()).toContain('brama_session=');
    expect(await types()).toEqual([
      'session.ended {"reason":"by-administrator","sessions":1}',
      'user.changed {"fields":["disabled"]}',
      'user.changed {"fields":["disabled"]}',
      'user.disabled {"reason":"by-administrator"}',
      'user.enabled',
    ]);
    const logged = world.lines.filter((line) => line.includes('"event":"session.ended"'));
    expect(logged.join('')).toContain(world.olena);
  });

  test('a session that raced with the disabling does not revive', async () => {
    const cookie = await world.signIn();
    const user = world.db.updateTable('users').where('id', '=', world.olena);
    await user.set({ disabled: 1, disabled_by_administrator: 1 }).execute();
    const params = { id: world.olena };
    const { version } = await ok('readUser', { params });
    const headers = { 'if-match': `"${version}"` };
    await ok('updateUser', { params, headers, body: { disabled: false } });
    expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(401);
  });

  test('the last enabled administrator is neither disabled nor expired', async () => {
    const params = { id: admin.userId };
    for (const [body, field] of [
      [{ disabled: true }, 'disabled'],
      [{ validUntil: inHours(-1) }, 'validUntil'],
      [{ validFrom: inHours(1) }, 'validFrom'],
    ] as const)
      expect(await refused('updateUser', { params, body })).toEqual([409, 'admin.conflict', field]);
    await addCaller(world, 'second', ['administrator']);
    await ok('updateUser', { params, body: { disabled: true } });
  });

  test('only what disables an administrator locks the administrators', {
    tags: 'race',
  }, async () => {
    const second = await addCaller(world, 'second', ['administrator']);
    const params = { id: world.olena };
    let disabling: ReturnType<typeof callRoute> | undefined;
    await world
      .again()
      .transaction()
      .execute(async (holder) => {
        await lockAdministrators(holder);
        // SQLite has one writer at a time
        if (kind === 'sqlite') return;
        await ok('updateUser', { params: { id: admin.userId }, body: { givenName: 'А' } });
        await ok('updateUser', { params, body: { disabled: true } });
        await ok('eraseUser', { params });
        const disabled = { params: { id: second }, body: { disabled: true } };
        disabling = callRoute(world, 'updateUser', admin, disabled);
        await untilWaiting(world.db, 1);
      });
    expect((await disabling)?.statusCode ?? 200).toBe(200);
  });

  test('a change without fields changes nothing', async () => {
    const before = await stored();
    const { version } = await ok('updateUser', { params: { id: world.olena }, body: {} });
    expect([version, await stored()]).toEqual([1, before]);
  });

  test('an administrator makes many changes of the own record at once', {
    tags: 'race',
  }, async () => {
    const names = Array.from({ length: 12 }, (_, index) => `own-${index}`);
    await world.db
      .insertInto('groups')
      .values(names.map((name) => ({ name, created_at: 1 })))
      .execute();
    await Promise.all(
      names.map((group) => ok('putMembership', { params: { id: admin.userId, group }, body: {} })),
    );
    const { groups } = await ok('readUser', { params: { id: admin.userId } });
    expect(groups).toEqual(expect.arrayContaining(names));
  });

  test('guests are renewed by a sponsor who is enabled', async () => {
    const body = { username: 'guest', fullName: 'Гість', sponsorId: world.olena };
    const { id } = await ok('createUser', { body: { ...body, validUntil: inHours(1) } });
    world.clock.now += hour;
    admin = await strongSession(world, 'admin');
    const params = { id };
    const renewal = { params, body: { validUntil: inHours(5) } };
    expect(await ok('renewGuest', renewal)).toMatchObject({
      disabled: false,
      validUntil: inHours(5),
    });
    await world.db
      .updateTable('users')
      .set({ disabled: 1 })
      .where('id', '=', world.olena)
      .execute();
    for (const [input, ...expected] of [
      [renewal, 400, 'request.invalid', 'sponsorId', 'validUntil'],
      [{ params, body: { validUntil: inHours(6) } }, 409, 'admin.conflict', 'sponsorId'],
      [
        { params, body: { validUntil: inHours(6), sponsorId: world.olena } },
        400,
        'request.invalid',
        'sponsorId',
      ],
      [{ params, body: {} }, 400, 'request.invalid', 'validUntil'],
      [
        { params, body: { validUntil: inHours(0), sponsorId: admin.userId } },
        400,
        'request.invalid',
        'validUntil',
      ],
      ...[4, 5].map((hours) => [
        // not later than the end date
        { params, body: { validUntil: inHours(hours), sponsorId: admin.userId } },
        400,
        'request.invalid',
        'validUntil',
      ]),
      [
        { params, body: { validUntil: yearInUtc10000, sponsorId: admin.userId } },
        400,
        'request.invalid',
        'validUntil',
      ],
      [{ ...renewal, params: { id: admin.userId } }, 409, 'admin.conflict', 'sponsorId'],
      [
        // a sponsor makes no guest of another user
        {
          params: { id: world.olena },
          body: { validUntil: inHours(5), sponsorId: admin.userId },
        },
        409,
        'admin.conflict',
        'sponsorId',
      ],
      [{ ...renewal, params: { id: crypto.randomUUID() } }, 404, 'admin.not-found'],
    ] as [Input, ...unknown[]][])
      expect(await refused('renewGuest', input)).toEqual(expected);
    expect((await types()).filter((type) => type.startsWith('guest'))).toEqual([
      `guest.renewed {"until":"${inHours(5)}"}`,
    ]);
    const taken = { params, body: { validUntil: inHours(6), sponsorId: admin.userId } };
    expect(await ok('renewGuest', taken)).toMatchObject({ sponsorId: admin.userId });
  });

  test('guests of a disabled sponsor are counted, found by sponsor and end date, and renewed by another', async () => {
    const create = (username: string, hours: number, sponsorId: string) =>
      ok('createUser', {
        body: { username, fullName: 'Гість', sponsorId, validUntil: inHours(hours) },
      });
    const first = await create('guest-1', 1, world.olena);
    await create('guest-2', 2, world.olena);
    await create('guest-3', 3, admin.userId);
    const { version } = await ok('readUser', { params: { id: world.olena } });
    const disabled = await ok('updateUser', {
      params: { id: world.olena },
      body: { disabled: true },
      headers: { 'if-match': `"${version}"` },
    });
    expect(disabled).toMatchObject({ disabled: true, guests: 2 });
    const found = async (query: Record<string, string>) =>
      (await ok('listUsers', { query })).items.map((one: { username: string }) => one.username);
    const sponsorId = world.olena;
    expect(await found({ sponsorId })).toEqual(['guest-1', 'guest-2']);
    expect(await found({ sponsorId, endsFrom: inHours(2) })).toEqual(['guest-2']);
    expect(await found({ endsTo: inHours(3), endsFrom: inHours(1) })).toEqual([
      'guest-1',
      'guest-2',
    ]);
    expect(await found({ sponsorId: crypto.randomUUID() })).toEqual([]);
    for (const [query, field] of [
      [{ sponsorId: 'olena' }, 'sponsorId'],
      [{ endsFrom: 'today' }, 'endsFrom'],
      [{ endsFrom: inHours(2), endsTo: inHours(2) }, 'endsTo'],
    ] as const) {
      const { statusCode, body } = await callRoute(world, 'listUsers', admin, { query });
      expect([statusCode, Object.keys(JSON.parse(body).fields)]).toEqual([400, [field]]);
    }
    const params = { id: first.id };
    const { fields } = (
      await callRoute(world, 'renewGuest', admin, { params, body: { validUntil: inHours(9) } })
    ).json();
    expect(fields).toEqual({ sponsorId: 'the sponsor is disabled' });
    const body = { validUntil: inHours(9), sponsorId: admin.userId };
    expect(await ok('renewGuest', { params, body })).toMatchObject({ sponsorId: admin.userId });
    expect(await found({ sponsorId })).toEqual(['guest-2']);
  });

  test('a repeated renewal is refused once the guest has a higher role', async () => {
    const guest = { username: 'guest', fullName: 'Гість', sponsorId: world.olena };
    const { id } = await ok('createUser', { body: { ...guest, validUntil: inHours(1) } });
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const renewal = {
      params: { id },
      body: { validUntil: inHours(5) },
      headers: { 'idempotency-key': 'renewal' },
    };
    const first = await ok('renewGuest', renewal, helper);
    expect(await ok('renewGuest', renewal, helper)).toEqual(first);
    await grantRole(world.db, { userId: id, role: 'administrator', at: 1 });
    expect(await refused('renewGuest', renewal, helper)).toEqual([403, 'admin.higher-role']);
  });

  test('memberships with a period, their list and removal', async () => {
    const params = { id: world.olena, group: 'staff' };
    const body = { validFrom: inHours(1), validUntil: inHours(2) };
    expect(await ok('putMembership', { params, body })).toEqual({
      group: 'staff',
      active: false,
      version: 2,
      ...body,
    });
    const permanent = { group: 'staff', validFrom: null, validUntil: null, active: true };
    expect(await ok('putMembership', { params, body: {} })).toEqual({ ...permanent, version: 3 });
    const list = await ok('listMemberships', { params });
    expect(list.items).toEqual([permanent, { ...permanent, group: 'students' }]);
    await ok('removeMembership', { params });
    expect((await ok('readUser', { params })).groups).toEqual(['students']);
    for (const [id, input, ...expected] of [
      ['removeMembership', { params }, 404, 'admin.not-found'],
      [
        'putMembership',
        { params: { ...params, group: 'none' }, body },
        400,
        'request.invalid',
        'group',
      ],
      [
        'putMembership',
        { params: { ...params, group: 'a b' }, body },
        400,
        'request.invalid',
        'group',
      ],
      [
        'putMembership',
        { params, body: { validFrom: inHours(1), validUntil: inHours(1) } },
        400,
        'request.invalid',
        'validUntil',
      ],
      [
        'putMembership',
        { params, body: { validUntil: yearInUtc10000 } },
        400,
        'request.invalid',
        'validUntil',
      ],
      [
        'removeMembership',
        { params: { ...params, group: '\u0000' } },
        400,
        'request.invalid',
        'group',
      ],
      ['putMembership', { params, body: { until: 'x' } }, 400, 'request.invalid', 'until'],
      [
        'putMembership',
        { params: { ...params, id: crypto.randomUUID() }, body },
        404,
        'admin.not-found',
      ],
    ] as [Id, Input, ...unknown[]][])
      expect([input, await refused(id, input)]).toEqual([input, expected]);
    expect((await types()).filter((type) => type.startsWith('membership'))).toEqual([
      `membership.changed {"group":"staff","from":"${body.validFrom}","until":"${body.validUntil}"}`,
      'membership.changed {"group":"staff"}',
      'membership.removed {"group":"staff"}',
    ]);
  });

  test('operators act on no administrator, and grant only their own groups', async () => {
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const forbidden = [403, 'admin.forbidden'];
    const higher = [403, 'admin.higher-role'];
    const olena = { id: world.olena, group: 'staff' };
    const chief = { id: admin.userId, group: 'students' };
    const student = { username: 'new', fullName: 'New' };
    for (const [id, input, expected] of [
      ['putMembership', { params: olena, body: {} }, [...forbidden, 'group']],
      ['removeMembership', { params: olena }, [...forbidden, 'group']],
      [
        'createUser',
        { body: { ...student, groups: ['students', 'staff'] } },
        [...forbidden, 'groups.1'],
      ],
      ['updateUser', { params: chief, body: { email: 'mine@campus.example' } }, higher],
      ['updateUser', { params: chief, body: { disabled: true } }, higher],
      ['removeMembership', { params: chief }, higher],
      ['eraseUser', { params: olena }, forbidden],
      ['createGroup', { body: { name: 'mine' } }, forbidden],
    ] as [Id, Input, unknown][])
      expect([id, await refused(id, input, helper)]).toEqual([id, expected]);
    await ok('createUser', { body: { ...student, groups: ['students'] } }, helper);
    await ok('updateUser', { params: olena, body: { disabled: true } }, helper);
  });

  test('a new email address needs a recent sign-in, voids reset links and is announced to both', async () => {
    const params = { id: world.olena };
    await ok('updateUser', { params, body: { email: 'old@campus.example' } });
    await expect.poll(() => world.letters.length).toBe(2);
    const link = { token_hash: 'x', expires_at: world.clock.now + hour };
    await world.db
      .insertInto('password_resets')
      .values({
        ...link,
        user_id: world.olena,
        previous_token_hash: null,
        previous_expires_at: null,
      })
      .execute();
    const links = () => world.db.selectFrom('password_resets').select('user_id').execute();
    const same = { params, headers: { 'if-match': '"2"' }, body: { email: 'old@campus.example' } };
    const { version } = await ok('updateUser', same);
    expect(await links()).toHaveLength(1);
    const change = {
      params,
      headers: { 'if-match': `"${version}"` },
      body: { email: 'new@campus.example' },
    };
    const weak = await weakSession(world, 'admin');
    await world.db.updateTable('sessions').set({ amr: null }).execute();
    expect(await refused('updateUser', change, weak)).toEqual([
      403,
      'admin.authentication-required',
    ]);
    admin = await strongSession(world, 'admin');
    await ok('updateUser', change);
    expect(await links()).toEqual([]);
    await expect
      .poll(() =>
        world.letters
          .slice(2)
          .map(({ to }) => to)
          .toSorted(),
      )
      .toEqual(['new@campus.example', 'old@campus.example']);
  });

  test('the address of an administrator, or of a user with other rights, is out of reach', async () => {
    const other = { id: await addCaller(world, 'other', ['administrator']) };
    const auditor = { id: await addCaller(world, 'auditor', ['auditor']) };
    const body = { email: 'thief@mail.example' };
    const token = await tokenOf(world, admin.userId, { roles: ['administrator'] });
    for (const [params, caller] of [
      [other, admin],
      [{ id: admin.userId }, admin],
      [{ id: admin.userId }, token],
    ] as const)
      expect(await refused('updateUser', { params, body }, caller)).toEqual([
        409,
        'admin.conflict',
        'email',
      ]);
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    expect(await refused('updateUser', { params: auditor, body }, helper)).toEqual([
      403,
      'admin.higher-role',
    ]);
    await ok('updateUser', { params: other, body: { givenName: 'Оля' } });
    await ok('updateUser', { params: auditor, body });
  });

  test('no caller takes the address of a user with other rights', async () => {
    const email = 'admin@campus.example';
    expect(
      await world.db.selectFrom('users').select('email').where('email', '=', email).execute(),
    ).toEqual([{ email }]);
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const params = { id: world.olena };
    const higher = [403, 'admin.higher-role'];
    const body = { email: 'Admin@CAMPUS.example' };
    expect(await refused('updateUser', { params, body }, helper)).toEqual(higher);
    const created = { ...body, username: 'new', fullName: 'New' };
    expect(await refused('createUser', { body: created }, helper)).toEqual(higher);
    await ok('createUser', { body: { ...created, email: 'o.shevchenko@campus.example' } }, helper);
    // an address that is shared already may stay
    const shared = await ok('updateUser', { params, body });
    const headers = { 'if-match': `"${shared.version}"` };
    await ok('updateUser', { params, headers, body: { ...body, givenName: 'О' } }, helper);
  });

  test('operators change neither themselves nor what rules of access name', async () => {
    const helperId = await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const own = { id: helperId, group: 'students' };
    for (const [id, input] of [
      ['updateUser', { params: own, body: { givenName: 'Оля' } }],
      ['putMembership', { params: own, body: {} }],
      ['removeMembership', { params: own }],
    ] as [Id, Input][])
      expect([id, ...(await refused(id, input, helper))]).toEqual([
        id,
        403,
        'admin.forbidden',
        'id',
      ]);
    const params = { id: world.olena };
    const data = { faculty: 'ФПМ', phone: '1' };
    await ok('updateUser', { params, body: { data, email: 'o@mail.example' } });
    await addOwnApplication(world, admin.userId, {
      access: {
        any: [
          {
            all: [
              { attribute: 'data.faculty', is: 'ФІ' },
              { attribute: 'studentId', exists: true },
            ],
          },
          { not: { attribute: 'emailDomain', in: ['staff.example'] } },
        ],
      },
    });
    const headers = { 'if-match': '"2"' };
    for (const [body, ...fields] of [
      [{ data: { ...data, faculty: 'ФІ' } }, 'data.faculty'],
      [{ data: null }, 'data.faculty'],
      [{ studentId: null, givenName: 'x' }, 'studentId'],
      [{ email: 'o@staff.example' }, 'email'],
    ] as const)
      expect(await refused('updateUser', { params, headers, body }, helper)).toEqual([
        403,
        'admin.forbidden',
        ...fields,
      ]);
    const student = { username: 'new', fullName: 'New', studentId: 'S1' };
    expect(await refused('createUser', { body: student }, helper)).toEqual([
      403,
      'admin.forbidden',
      'studentId',
    ]);
    const body = { data: { ...data, phone: '2' }, email: 'p@MAIL.example', employeeId: 'E1' };
    await ok('updateUser', { params, headers, body }, helper);
  });

  test('a role that ends during a request, and a stale version, change nothing', {
    tags: 'race',
  }, async () => {
    await addCaller(world, 'helper', ['operator']);
    const helper = await strongSession(world, 'helper');
    const params = { id: world.olena };
    const both = await Promise.all(
      ['a', 'b'].map((givenName) =>
        callRoute(world, 'updateUser', helper, { params, body: { givenName } }),
      ),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    await world.db.deleteFrom('user_roles').where('user_id', '=', helper.userId).execute();
    expect(
      await refused(
        'updateUser',
        { params, body: { givenName: 'c' }, headers: { 'if-match': '"2"' } },
        helper,
      ),
    ).toEqual([403, 'admin.forbidden']);
  });
});
