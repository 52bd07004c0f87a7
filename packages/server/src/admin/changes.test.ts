// What the response to a change says: every wrong field at once, the new version of the object, and nothing for a change without effect.

import { problem } from '@brama/contract/admin/route';
import type { AdminRouteId } from '@brama/contract/admin/routes';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addOwnApplication } from '../../test/support/admin/application-examples.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
} from '../../test/support/admin/callers.ts';
import { addUser, makeWorld, type World } from '../../test/support/world.ts';

const day = 24 * 3_600_000;
const turned = 'Олена \u202e анеленО';
const directionReason = 'must not hold characters that turn the direction of text';

describe('changes by the administration API', () => {
  let world: World;
  let chief: Caller;
  let userId: string;
  beforeEach(async () => {
    world = await makeWorld('sqlite');
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
    userId = await addUser(world.db, { username: 'other' }, world.passwordHash);
    const groups = ['students', 'staff'].map((name) => ({ name, created_at: 0 }));
    await world.db.insertInto('groups').values(groups).execute();
  });
  afterEach(() => world.close());

  const call = (id: AdminRouteId, input: Input) => callRoute(world, id, chief, input);
  const iso = (ms: number) => new Date(world.clock.now + ms).toISOString();

  /** Returns the status and the refused fields. */
  async function refused(id: AdminRouteId, input: Input) {
    const response = await call(id, input);
    return [response.statusCode, problem.parse(response.json()).fields];
  }

  const eventTypes = async () =>
    (await world.db.selectFrom('events').select('type').execute()).map(({ type }) => type);

  describe('every wrong field is in one answer', () => {
    test('of a new user: types, forms, and what needs the database', async () => {
      const body = {
        username: 'a b',
        fullName: '',
        email: 'x',
        groups: ['students', 'nope'],
        taxId: '1',
        sponsorId: crypto.randomUUID(),
        more: 1,
        validFrom: iso(2 * day),
        validUntil: iso(day),
      };
      const wrong = {
        username: expect.stringContaining('may contain'),
        email: 'must be an email address',
        'groups.1': 'is not a group',
        taxId: 'must consist of ten digits',
        sponsorId: 'is not another enabled user',
        validUntil: 'is not after validFrom',
      };
      expect(await refused('createUser', { body })).toEqual([
        400,
        { ...wrong, fullName: 'must not be empty', more: 'is unknown' },
      ]);
      const { more: _, ...known } = { ...body, fullName: 'Нова' };
      expect(await refused('createUser', { body: known })).toEqual([400, wrong]);
    });

    test('of a changed user', async () => {
      const body = { fullName: 5, email: 'x', studentId: 'x'.repeat(65), sponsorId: userId };
      expect(await refused('updateUser', { params: { id: userId }, body })).toEqual([
        400,
        {
          fullName: 'must be text',
          email: 'must be an email address',
          studentId: 'must be at most 64 characters long',
          sponsorId: 'is not another enabled user',
        },
      ]);
    });

    test('of a new application', async () => {
      const body = {
        name: 'A B',
        title: { uk: 'Назва' },
        description: { uk: 'о', en: 'a' },
        access: { groups: ['nope'] },
        protocol: { type: 'ticket', redirectUrl: 'http://campus.example/' },
      };
      expect(await refused('createApplication', { body })).toEqual([
        400,
        {
          'title.en': 'is missing',
          name: expect.stringContaining('may hold'),
          'access.groups.0': 'is not a group',
          'protocol.redirectUrl': expect.stringContaining('must begin with https://'),
        },
      ]);
    });

    test('of a new group and a new token', async () => {
      expect(await refused('createGroup', { body: { name: 'students', title: 5 } })).toEqual([
        400,
        { title: 'must be a mapping', name: 'is taken' },
      ]);
      const token = { name: '', scopes: ['users.write'], expiresAt: iso(-day) };
      expect(await refused('createToken', { body: token })).toEqual([
        400,
        {
          name: 'must not be empty',
          'scopes.0': 'needs users.read too',
          expiresAt: 'must be in the future',
        },
      ]);
    });
  });

  test('a change of a part returns the new version of the whole', async () => {
    const params = { id: userId, group: 'students' };
    const version = async () =>
      (await call('readUser', { params: { id: userId } })).json().version as number;
    const put = await call('putMembership', { params, body: { validUntil: iso(day) } });
    expect([put.json().version, put.headers['etag']]).toEqual([await version(), '"2"']);
    const body = { givenName: 'Оля' };
    const headers = { 'if-match': `${put.headers['etag']}` };
    const saved = await call('updateUser', { params: { id: userId }, body, headers });
    expect([saved.statusCode, saved.json().version]).toEqual([200, 3]);
    const removed = await call('removeMembership', { params });
    expect([removed.statusCode, removed.headers['etag']]).toEqual([204, `"${await version()}"`]);

    const { id } = await addOwnApplication(world, chief.userId);
    const secret = { name: 'second', expiresAt: iso(day) };
    const created = await call('createApplicationSecret', { params: { id }, body: secret });
    expect([created.json().version, created.headers['etag']]).toEqual([2, '"2"']);
    const secretId = created.json().id;
    const deleted = await call('deleteApplicationSecret', { params: { id, secretId } });
    const shown = await call('readApplication', { params: { id } });
    expect([deleted.headers['etag'], shown.headers['etag']]).toEqual(['"3"', '"3"']);
  });

  test('a change without effect changes no version and stores no event', async () => {
    const params = { id: userId };
    const first = { fullName: 'Інше Імʼя', data: { b: '1', a: null }, validUntil: iso(day) };
    const changed = await call('updateUser', { params, body: first });
    expect(changed.json().version).toBe(2);
    const membership = { params: { ...params, group: 'staff' }, body: {} };
    const [before, title] = [await eventTypes(), { uk: 'Студенти', en: 'Students' }];
    const again = await call('updateUser', {
      params,
      headers: { 'if-match': '"2"' },
      body: { ...first, disabled: false, email: 'other@campus.example', sponsorId: null },
    });
    expect([again.statusCode, again.json()]).toEqual([200, changed.json()]);
    world.clock.now += 1000;
    const partly = { ...first, givenName: 'Ім’я' };
    await call('updateUser', { params, body: partly, headers: { 'if-match': '"2"' } });
    const [last] = await world.db
      .selectFrom('events')
      .select('details')
      .where('type', '=', 'user.changed')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    expect(await eventTypes()).toEqual([...before, 'user.changed']);
    expect(last?.details).toContain('"fields":["givenName"]');

    const versions = [];
    for (let sent = 0; sent < 2; sent += 1)
      versions.push((await call('putMembership', membership)).json().version);
    for (const version of ['"1"', '"2"']) {
      const input = { params: { name: 'students' }, headers: { 'if-match': version } };
      versions.push((await call('updateGroup', { ...input, body: { title } })).json().version);
    }
    expect(versions).toEqual([4, 4, 2, 2]);
    expect((await eventTypes()).filter((type) => type.startsWith('group.'))).toHaveLength(1);
    expect((await eventTypes()).filter((type) => type.startsWith('membership.ch'))).toHaveLength(1);
  });

  test('the last administrator gets no end date', async () => {
    const params = { id: chief.userId };
    const end = { params, body: { validUntil: iso(day) } };
    const headers = { 'if-match': '"1"' };
    expect(await refused('updateUser', { ...end, headers })).toEqual([
      409,
      { validUntil: 'the user is the last administrator' },
    ]);
    await addCaller(world, 'second', ['administrator']);
    expect((await call('updateUser', { ...end, headers })).statusCode).toBe(200);
  });

  test('times may have any precision, in every field', async () => {
    for (const time of [
      '2036-12-31T00:00:00.123456+00:00',
      '2036-12-31T02:00:00.123456789+02:00',
      '2036-12-31T00:00:00Z',
    ]) {
      const id = await addUser(world.db, { username: crypto.randomUUID() }, world.passwordHash);
      const changed = await call('updateUser', { params: { id }, body: { validUntil: time } });
      expect([time, changed.statusCode]).toEqual([time, 200]);
      expect(changed.json().validUntil).toMatch(/^2036-12-31T00:00:00\.(000|123)Z$/);
      const events = await call('listEvents', { query: { to: time } });
      expect([time, events.statusCode]).toEqual([time, 200]);
    }
    const long = { validUntil: '1969-12-31T00:00:00Z' };
    expect(await refused('updateUser', { params: { id: userId }, body: long })).toEqual([
      400,
      { validUntil: 'must be between the years 1970 and 9999' },
    ]);
  });

  test('names and titles hold no characters that turn the text around them', async () => {
    const user = { username: 'new', fullName: turned, givenName: turned, studentId: '\u2066' };
    expect(await refused('createUser', { body: user })).toEqual([
      400,
      { fullName: directionReason, givenName: directionReason, studentId: directionReason },
    ]);
    const group = { name: 'group', title: { uk: turned, en: 'Group' } };
    expect(await refused('createGroup', { body: group })).toEqual([
      400,
      { 'title.uk': directionReason },
    ]);
    const token = { name: turned, scopes: ['users.read'], expiresAt: iso(day) };
    expect(await refused('createToken', { body: token })).toEqual([400, { name: directionReason }]);
    const { id } = await addOwnApplication(world, chief.userId);
    const titles = { title: { uk: turned, en: 'Title' } };
    expect(await refused('updateApplication', { params: { id }, body: titles })).toEqual([
      400,
      { 'title.uk': directionReason },
    ]);
  });

  test('names of clients hold neither NUL nor half a character', async () => {
    const { id } = await addOwnApplication(world, chief.userId);
    const redirect_uris = ['https://campus.example/callback'];
    for (const client_name of ['a\0b', 'a\ud800']) {
      const protocol = { type: 'oidc', metadata: { redirect_uris, client_name } };
      expect(await refused('updateApplication', { params: { id }, body: { protocol } })).toEqual([
        400,
        {
          'protocol.metadata.client_name': 'must not hold control characters or line breaks',
        },
      ]);
    }
  });

  test.each([
    ['listApplications', 'protocol'],
    ['listEvents', 'type'],
  ] as const)('%s refuses a filter that can find nothing: %s', async (id, name) => {
    const [status, fields] = await refused(id, { query: { [name]: 'no.such' } });
    expect([status, fields]).toEqual([400, { [name]: expect.stringContaining('must be one of') }]);
  });

  test('the reason for a role goes into the event and the approval', async () => {
    const reason = 'куратор потоку';
    const operator = { params: { id: userId, role: 'operator' }, body: { reason } };
    expect((await call('grantRole', operator)).statusCode).toBe(204);
    expect((await call('revokeRole', operator)).statusCode).toBe(204);
    await addCaller(world, 'second', ['administrator']);
    const higher = { params: { id: userId, role: 'administrator' }, body: { reason } };
    const asked = await call('grantRole', higher);
    expect([asked.statusCode, asked.json().approval.reason]).toEqual([202, reason]);
    const events = await world.db
      .selectFrom('events')
      .select(['type', 'details'])
      .where('user_id', '=', userId)
      .execute();
    const reasons = events.map(({ type, details }) => [type, JSON.parse(details ?? '{}').reason]);
    expect(reasons.sort()).toEqual([
      ['approval.requested', reason],
      ['role.granted', reason],
      ['role.revoked', reason],
    ]);
  });
});
