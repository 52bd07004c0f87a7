// Self-registered applications by the administration API. What a registration contains: clients/registrations.test.ts.

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { apps, makeWorld, type World } from '../../../../test/support/world.ts';

const guest = {
  redirect_uris: ['https://guest.example/callback'],
  client_name: 'Guest',
  'client_name#uk': 'Гість',
};

describeOnDatabases('registrations by the administration API', (kind) => {
  let world: World;
  let chiefId: string;
  let chief: Caller;
  beforeEach(async () => {
    world = await makeWorld(kind, { OIDC_REGISTRATION: '1' });
    // the library has no other clock
    world.clock.now = Date.now();
    chiefId = await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
    await world.db.insertInto('groups').values({ name: 'students', created_at: 0 }).execute();
  });
  afterEach(() => world.close());

  const permit = (body: object, headers: Record<string, string> = {}) =>
    callRoute(world, 'createRegistrationToken', chief, { body, headers });
  const register = (token: string) =>
    world.send({
      method: 'POST',
      url: '/oidc/register',
      payload: JSON.stringify(guest),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
  async function registerOne(): Promise<string> {
    world.clock.now += 1;
    return (await register((await permit({})).json().token)).json().client_id;
  }
  const list = async (query: Record<string, string> = {}) =>
    (await callRoute(world, 'listRegistrations', chief, { query })).json();
  const remove = (id: string) => callRoute(world, 'removeRegistration', chief, { params: { id } });
  const recorded = () =>
    world.db
      .selectFrom('events')
      .select(['type', 'actor_id', 'application_id'])
      .where('type', 'like', 'registration.%')
      .orderBy('at')
      .execute();
  const applicationIds = async () =>
    (await world.db.selectFrom('applications').select('id').execute()).map(({ id }) => id);

  test('tokens are listed until they are used, revoked or expired', async () => {
    const tokens: { id: string; token: string }[] = [];
    for (const hours of [3, 2, 1]) tokens.push((await permit({ hours })).json());
    await permit({ hours: 4, groups: ['students'] });
    const listed: { id: string; groups: string[] | null; expiresAt: string }[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '1', ...(cursor && { cursor }) };
      const page = (await callRoute(world, 'listRegistrationTokens', chief, { query })).json();
      expect(JSON.stringify(page)).not.toContain(tokens[0]?.token);
      listed.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor);
    const [third, second, first] = tokens;
    expect(listed.map(({ id }) => id).slice(0, 3)).toEqual([first?.id, second?.id, third?.id]);
    expect(listed.map(({ groups }) => groups)).toEqual([null, null, null, ['students']]);
    expect(listed[0]?.expiresAt).toBe(new Date(world.clock.now + 3_600_000).toISOString());
    const revoke = async (id = '') =>
      (await callRoute(world, 'revokeRegistrationToken', chief, { params: { id } })).statusCode;
    expect([await revoke(second?.id), await revoke(second?.id)]).toEqual([204, 404]);
    expect((await register(`${second?.token}`)).statusCode).toBe(401);
    expect((await register(`${third?.token}`)).statusCode).toBe(201);
    expect(await revoke(third?.id)).toBe(404);
    world.clock.now += 3_600_000;
    chief = await strongSession(world, 'chief');
    const left = (await callRoute(world, 'listRegistrationTokens', chief)).json();
    expect(left.items).toEqual([expect.objectContaining({ groups: ['students'] })]);
    const types = (await recorded()).map(({ type }) => type);
    expect(types.filter((type) => type === 'registration.token-revoked')).toHaveLength(1);
  });

  test('are permitted once for each token, listed and removed', async () => {
    const permitted = await permit({ hours: 2, groups: ['students'] });
    const { id: _, token, ...rest } = permitted.json();
    const expiresAt = new Date(world.clock.now + 2 * 3_600_000).toISOString();
    expect([permitted.statusCode, rest]).toEqual([201, { expiresAt, accepted: true }]);
    const registered = await register(token);
    expect(registered.statusCode).toBe(201);
    expect((await register(token)).statusCode).toBe(401);
    const { client_id: id } = registered.json();
    const [item] = (await list()).items;
    expect(item).toEqual({
      id,
      title: { uk: 'Гість', en: 'Guest' },
      registeredAt: new Date(world.clock.now).toISOString(),
    });
    const { access } = await world.db
      .selectFrom('applications')
      .select('access')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(access)).toEqual({ groups: ['students'] });
    world.clock.now += 1;
    expect([(await remove(id)).statusCode, (await remove(id)).statusCode]).toEqual([204, 404]);
    expect(await applicationIds()).not.toContain(id);
    expect(await recorded()).toEqual([
      { type: 'registration.permitted', actor_id: chiefId, application_id: null },
      { type: 'registration.removed', actor_id: chiefId, application_id: id },
    ]);
    const { details } = await world.db
      .selectFrom('events')
      .select('details')
      .where('type', '=', 'registration.permitted')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(details ?? '')).toEqual({ until: expiresAt, groups: ['students'] });
    expect(world.lines.join('')).not.toContain(token);
  });

  test('are listed page by page, the newest first', async () => {
    const ids = [await registerOne(), await registerOne(), await registerOne()];
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; next: string | null } = await list({
        limit: '2',
        ...(cursor && { cursor }),
      });
      listed.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(listed).toEqual(ids.toReversed());
  });

  test('a repeated request creates no second token and stores none in clear', async () => {
    const headers = { 'idempotency-key': 'one' };
    const [first, again] = [await permit({}, headers), await permit({}, headers)];
    expect(again.json()).toEqual(first.json());
    const stored = await world.db.selectFrom('oidc_tokens').select('payload').execute();
    expect(stored).toHaveLength(1);
    const kept = await world.db.selectFrom('idempotent_requests').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(first.json().token);
    expect((await permit({ hours: 1 }, headers)).json().code).toBe('admin.idempotency-key-reused');
  });

  test('invalid requests change nothing', async () => {
    const before = await applicationIds();
    for (const [body, path] of [
      [{ hours: 0 }, 'hours'],
      [{ hours: 721 }, 'hours'],
      [{ hours: 1.5 }, 'hours'],
      [{ groups: [] }, 'groups'],
      [{ groups: ['students', 'studnets'] }, 'groups.1'],
      [{ groups: ['students'], releases: ['taxId'] }, 'releases'],
    ] as const) {
      const response = await permit(body);
      expect([body, response.statusCode, Object.keys(response.json().fields)]).toEqual([
        body,
        400,
        [path],
      ]);
    }
    for (const [id, status] of [
      [apps.campus.id, 404],
      [crypto.randomUUID(), 404],
      ['campus', 400],
    ] as const)
      expect([id, (await remove(id)).statusCode]).toEqual([id, status]);
    expect(
      (await callRoute(world, 'listRegistrations', chief, { query: { cursor: 'x' } })).json(),
    ).toMatchObject({ code: 'request.invalid', fields: { cursor: expect.any(String) } });
    expect(await applicationIds()).toEqual(before);
    expect(await world.db.selectFrom('oidc_tokens').select('payload').execute()).toEqual([]);
    expect(await recorded()).toEqual([]);
  });
});
