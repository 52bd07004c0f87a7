// The list of events of the administration API.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  tokenOf,
  weakSession,
} from '../../../test/support/admin/callers.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { apps, makeWorld, type World } from '../../../test/support/world.ts';
import { eventLifetimeMs, type NewEvent } from '../../events/event.ts';
import { EventStore } from '../../events/store.ts';
import { cursorOf } from '../cursor.ts';

describe.each(databaseKinds)('events by the administration API, on %s', (kind) => {
  let world: World;
  let auditor: Caller;
  let events: EventStore;
  let start: number;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'auditor', ['auditor']);
    auditor = await weakSession(world, 'auditor');
    await world.db.deleteFrom('events').execute();
    events = new EventStore(world.db, () => world.clock.now);
    start = world.clock.now;
  });
  afterEach(() => world.close());

  const iso = (at: number) => new Date(at).toISOString();
  const list = async (query: Record<string, string> = {}, caller = auditor) =>
    (await callRoute(world, 'listEvents', caller, { query })).json();
  const typesOf = async (query: Record<string, string>, caller = auditor) =>
    (await list(query, caller)).items.map(({ type }: { type: string }) => type);
  /** Stores the events, one each second. */
  async function add(...some: NewEvent[]) {
    for (const event of some) {
      await events.record(world.db, event);
      world.clock.now += 1000;
    }
  }
  const released = (applicationId: string) =>
    ({ type: 'data.released', userId: world.olena, applicationId, actor: 'application' }) as const;

  test('filters, and lists every event once, the newest first', async () => {
    const chief = crypto.randomUUID();
    await add(
      { type: 'password.changed', userId: world.olena, details: { how: 'set' } },
      released(apps.campus.id),
      released(apps.rooms.id),
      { type: 'keys.rotated', actor: 'administrator', actorId: chief },
    );
    expect(await typesOf({})).toEqual([
      'keys.rotated',
      'data.released',
      'data.released',
      'password.changed',
    ]);
    for (const [query, expected] of [
      [{ type: 'password.changed' }, ['password.changed']],
      [{ type: 'passkey.added' }, []],
      [{ applicationId: apps.campus.id }, ['data.released']],
      [{ from: iso(start + 3000) }, ['keys.rotated']],
      [{ to: iso(start + 1000) }, ['password.changed']],
      [{ from: iso(start), to: iso(start + 1), type: 'keys.rotated' }, []],
    ] as const)
      expect([query, await typesOf(query)]).toEqual([query, expected]);
    expect(await typesOf({ actorId: chief })).toEqual(['keys.rotated']);
    // events of one moment
    world.clock.now = start;
    for (let index = 0; index < 5; index += 1)
      await events.record(world.db, released(apps.campus.id));
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string; at: string }[]; next: string | null } = await list({
        limit: '2',
        type: 'data.released',
        ...(cursor && { cursor }),
      });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    const stored = await world.db
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'data.released')
      .execute();
    expect(ids.toSorted()).toEqual(stored.map(({ id }) => id).sort());
    expect((await list({ type: 'password.changed' })).items[0]).toMatchObject({
      at: iso(start),
      count: 1,
      actor: 'user',
      userId: world.olena,
      details: { how: 'set' },
    });
  });

  test('finds what came from a network, and what was refused', async () => {
    const from = (network: string) => ({ network, label: { browser: null, system: null } });
    await add(
      { type: 'password.changed', userId: world.olena, ...from('192.0.2.1') },
      { type: 'sign-in.succeeded', userId: world.olena, ...from('2001:db8:0:1::/64') },
      { type: 'sign-in.refused', userId: world.olena, ...from('192.0.2.2') },
      { type: 'second-factor.refused', userId: world.olena, ...from('192.0.2.1') },
    );
    expect(await typesOf({ network: '192.0.2.1' })).toEqual([
      'second-factor.refused',
      'password.changed',
    ]);
    // as the network of the address is stored
    expect(await typesOf({ network: '2001:db8:0:1:a:b:c:d' })).toEqual(['sign-in.succeeded']);
    expect(await typesOf({ result: 'refused' })).toEqual([
      'second-factor.refused',
      'sign-in.refused',
    ]);
    expect(await typesOf({ result: 'refused', network: '192.0.2.2' })).toEqual(['sign-in.refused']);
    await addCaller(world, 'owner', ['application-owner']);
    const owner = await weakSession(world, 'owner');
    const query = { network: '192.0.2.1' };
    const byNetwork = await callRoute(world, 'listEvents', owner, { query });
    expect([byNetwork.statusCode, Object.keys(byNetwork.json().fields)]).toEqual([
      403,
      ['network'],
    ]);
  });

  test('reading the events of one user is recorded, and old ones are left out', async () => {
    await add({ type: 'password.changed', userId: world.olena });
    expect(await typesOf({ userId: world.olena })).toEqual(['password.changed']);
    const viewed = await list({ type: 'user.viewed' });
    expect(viewed.items).toEqual([
      expect.objectContaining({
        actor: 'administrator',
        actorId: auditor.userId,
        userId: world.olena,
        details: { how: 'events' },
      }),
    ]);
    world.clock.now = start + eventLifetimeMs;
    auditor = await weakSession(world, 'auditor');
    expect(await typesOf({ type: 'password.changed' })).toEqual([]);
  });

  test('reading what one administrator has done is recorded, once for the same user', async () => {
    const chief = crypto.randomUUID();
    await add({ type: 'keys.rotated', actor: 'administrator', actorId: chief });
    await list({ actorId: chief });
    await list({ actorId: world.olena, userId: world.olena });
    // an id that is no user, and of which nothing is shown
    await list({ userId: crypto.randomUUID() });
    const { items } = await list({ type: 'user.viewed' });
    expect(items.map(({ userId }: { userId: string }) => userId).sort()).toEqual(
      [chief, world.olena].sort(),
    );
  });

  test('owners see only events of their applications, without networks and browsers', async () => {
    const ownerId = await addCaller(world, 'owner', ['application-owner']);
    const owner = await weakSession(world, 'owner');
    await world.db.deleteFrom('events').execute();
    const origin = { network: '192.0.2.1', label: { browser: 'Safari', system: 'iPhone' } };
    await add(
      { ...released(apps.campus.id), ...origin, sessionUid: 'uid' },
      released(apps.rooms.id),
      { type: 'password.changed', userId: world.olena },
    );
    expect(await typesOf({}, owner)).toEqual([]);
    const own = { application_id: apps.campus.id, user_id: ownerId };
    await world.db.insertInto('application_owners').values(own).execute();
    const hidden = { network: null, browser: null, system: null, sessionId: null };
    const { items } = await list({}, owner);
    expect(items).toEqual([expect.objectContaining({ applicationId: apps.campus.id, ...hidden })]);
    for (const query of [{ applicationId: apps.rooms.id }, { type: 'password.changed' }])
      expect(await typesOf(query, owner)).toEqual([]);
    expect((await list({ applicationId: apps.campus.id })).items[0]).toMatchObject({
      network: '192.0.2.1',
      browser: 'Safari',
      sessionId: 'uid',
    });
    const byUser = await callRoute(world, 'listEvents', owner, { query: { userId: world.olena } });
    expect([byUser.statusCode, byUser.json().fields]).toEqual([
      403,
      { userId: expect.any(String) },
    ]);
    expect(await typesOf({ type: 'user.viewed' })).toEqual([]);
    // a cursor of another caller is of another list
    const { next } = await list({ limit: '1' });
    const foreign = await callRoute(world, 'listEvents', owner, { query: { cursor: next } });
    expect([foreign.statusCode, foreign.json().fields]).toEqual([
      400,
      { cursor: expect.any(String) },
    ]);
  });

  test('roles and approvals of others are shown only with the permission to read them', async () => {
    const helperId = await addCaller(world, 'helper', ['operator']);
    const helper = await weakSession(world, 'helper');
    const chief = crypto.randomUUID();
    await world.db.deleteFrom('events').execute();
    const role = { actor: 'administrator', actorId: chief, details: { role: 'operator' } } as const;
    const action = { action: 'administrator.grant', reason: 'a dean' } as const;
    const asked = { actor: 'administrator', actorId: chief, details: action } as const;
    await add(
      { type: 'role.granted', userId: world.olena, ...role },
      { type: 'role.revoked', userId: world.olena, ...role },
      { type: 'approval.requested', userId: world.olena, ...asked },
      { type: 'approval.given', userId: world.olena, ...asked },
      { type: 'approval.withdrawn', userId: world.olena, ...asked },
      { type: 'password.changed', userId: world.olena },
      // of the reader: the subject, or the actor when the reader still was an administrator
      { type: 'role.granted', userId: helperId, ...role },
      { type: 'approval.requested', userId: world.olena, ...asked, actorId: helperId },
    );
    const shown = ['approval.requested', 'role.granted', 'password.changed'];
    expect(await typesOf({}, helper)).toEqual(shown);
    expect(await typesOf({ userId: world.olena, type: 'role.granted' }, helper)).toEqual([]);
    expect(await typesOf({ actorId: chief, type: 'approval.given' }, helper)).toEqual([]);
    const all = ['approval.withdrawn', 'approval.given', 'approval.requested'];
    expect(await typesOf({})).toEqual([
      'user.viewed',
      ...shown,
      ...all,
      'role.revoked',
      'role.granted',
    ]);
    // an API token of the auditor, without the scope
    const token = await tokenOf(world, auditor.userId, {
      roles: ['auditor'],
      scopes: ['events.read', 'roles.read'],
    });
    expect(await typesOf({ type: 'approval.given' }, token)).toEqual([]);
    expect(await typesOf({ type: 'role.revoked' }, token)).toEqual(['role.revoked']);
    const byRole = { query: { role: 'operator' } };
    const refused = await callRoute(world, 'listUsers', helper, byRole);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      {
        code: 'admin.forbidden',
        permission: 'roles.read',
        fields: { role: 'needs roles.read' },
      },
    ]);
    expect((await callRoute(world, 'listUsers', auditor, byRole)).json().items).toHaveLength(1);
  });

  test('names the users and the application, except those that are gone', async () => {
    const gone = crypto.randomUUID();
    await add(
      { ...released(apps.campus.id), actorId: auditor.userId },
      { type: 'password.changed', userId: gone, details: { how: 'set' } },
    );
    const { items } = await list();
    expect(items).toMatchObject([
      {
        username: null,
        fullName: null,
        actorUsername: null,
        actorFullName: null,
        applicationTitle: null,
      },
      {
        username: 'O.Shevchenko',
        fullName: expect.any(String),
        actorFullName: expect.any(String),
        actorUsername: 'auditor',
        applicationTitle: { uk: expect.any(String), en: expect.any(String) },
      },
    ]);
  });

  test('invalid filters and cursors are refused by field', async () => {
    const filters = { list: 'events' };
    for (const [query, field] of [
      [{ type: "x' or 1=1" }, 'type'],
      [{ type: 'a'.repeat(70) }, 'type'],
      [{ userId: 'olena' }, 'userId'],
      [{ applicationId: '1' }, 'applicationId'],
      [{ actorId: '1' }, 'actorId'],
      [{ from: 'yesterday' }, 'from'],
      [{ from: iso(start), to: iso(start) }, 'to'],
      [{ network: 'campus' }, 'network'],
      [{ result: 'fine' }, 'result'],
      [{ limit: '201' }, 'limit'],
      [{ cursor: cursorOf({ key: 'x', id: 'y' }, filters) }, 'cursor'],
      [{ cursor: cursorOf({ key: '1', id: '\0' }, filters) }, 'cursor'],
      [{ cursor: cursorOf({ key: '9'.repeat(30), id: 'y' }, filters) }, 'cursor'],
    ] as const) {
      const response = await callRoute(world, 'listEvents', auditor, { query });
      expect([query, response.statusCode]).toEqual([query, 400]);
      expect(Object.keys(response.json().fields)).toEqual([field]);
    }
  });
});
