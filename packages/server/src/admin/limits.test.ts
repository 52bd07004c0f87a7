// Requests that are large, slow, from pages of other origins, or with identifiers of other users: refused, and nothing changes.

import type { Access } from '@brama/contract/admin/access';
import { type AdminRoute, problem } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwnApplication } from '../../test/support/admin/application-examples.ts';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
  tokenOf,
} from '../../test/support/admin/callers.ts';
import { examples } from '../../test/support/admin/examples.ts';
import {
  changedTables,
  type DatabaseState,
  stateReader,
} from '../../test/support/admin/random-requests/database-state.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../test/support/world.ts';

const routes = Object.entries<AdminRoute>(adminRoutes) as [AdminRouteId, AdminRoute][];

/** Returns a condition with so many levels. */
const nested = (levels: number) =>
  `${'{"not":'.repeat(levels - 1)}{"group":"students"}${'}'.repeat(levels - 1)}`;

describeOnDatabases('limits of the administration API', (kind) => {
  let world: World;
  let chief: Caller;
  let read: () => Promise<DatabaseState>;
  beforeEach(async () => {
    world = await makeWorld(kind);
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
    read = await stateReader(world.db, kind);
  });
  afterEach(() => world.close());

  /** Returns status, code and refused fields of a request that changes nothing. */
  async function refused(id: AdminRouteId, input: Input, caller: Caller = chief) {
    const before = await read();
    const response = await callRoute(world, id, caller, input);
    expect([id, changedTables(before, await read())]).toEqual([id, []]);
    const { code, fields = {} } = problem.parse(response.json());
    return [response.statusCode, code, ...Object.keys(fields)];
  }

  test('larger bodies are refused by every route that has one', async () => {
    const body = { name: 'x'.repeat(129 * 1024) };
    for (const [id, route] of routes.filter(([, one]) => one.body)) {
      const params = await examples[id].object?.(world, chief.userId);
      const input = { body, ...(params && { params }) };
      expect([route.path, ...(await refused(id, input))]).toEqual([
        route.path,
        413,
        'request.too-large',
      ]);
    }
  });

  test('pages of other origins read nothing', async () => {
    const origin = 'https://attacker.example';
    const token = await tokenOf(world, chief.userId, { roles: ['administrator'] });
    for (const [id, { method, path }] of routes)
      for (const caller of [chief, token]) {
        const headers = { ...caller.headers, origin, 'sec-fetch-site': 'cross-site' };
        const preflight = {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization, if-match',
        };
        const url = path.replaceAll(/:\w+/g, crypto.randomUUID());
        for (const response of [
          await callRoute(world, id, { headers }, {}),
          await world.send({ method: 'OPTIONS', url, headers: preflight }),
        ]) {
          const allowed = Object.keys(response.headers).filter((name) => name.includes('control-'));
          expect([id, allowed]).toEqual([id, []]);
        }
      }
  });

  test('conditions that are deep or many are refused by their path, at once', async () => {
    const { id } = await addOwnApplication(world, chief.userId);
    const change = (access: unknown) =>
      refused('updateApplication', { params: { id }, body: { access } });
    const started = performance.now();
    const tooDeep = `access${'.not'.repeat(6)}`;
    for (const [levels, path] of [
      [7, tooDeep],
      [90, tooDeep],
      [10_000, 'access'],
    ] as const) {
      const response = await world.send({
        method: 'PATCH',
        url: `/api/admin/applications/${id}`,
        headers: { ...chief.headers, 'if-match': '"1"', 'content-type': 'application/json' },
        payload: `{"access":${nested(levels)}}`,
      });
      const { code, fields = {} } = problem.parse(response.json());
      expect([levels, response.statusCode, code, ...Object.keys(fields)]).toEqual([
        levels,
        400,
        'request.invalid',
        path,
      ]);
    }
    const list = (count: number) => Array.from({ length: count }, () => ({ group: 'students' }));
    for (const count of [100, 5000])
      expect(await change({ any: list(count) })).toEqual([400, 'request.invalid', 'access']);
    const values = Array.from({ length: 201 }, String);
    const inMany = await change({ attribute: 'studentId', in: values });
    expect(inMany).toEqual([400, 'request.invalid', 'access.in']);
    expect(performance.now() - started).toBeLessThan(10_000);

    await world.db.insertInto('groups').values({ name: 'students', created_at: 0 }).execute();
    const access: Access = { any: list(99) };
    const accepted = await callRoute(world, 'updateApplication', chief, {
      params: { id },
      body: { access },
    });
    expect(accepted.statusCode).toBe(200);
  });

  test('settings of any depth are refused, also with an idempotency key', async () => {
    const before = await read();
    for (const key of [undefined, 'key'])
      for (const levels of [200, 10_000]) {
        const { body } = examples.createApplication.input?.(world) ?? {};
        const own = JSON.stringify({ ...(body as object), protocol: 0 });
        const settings = `{"type":"oidc","metadata":${nested(levels)}}`;
        const response = await world.send({
          method: 'POST',
          url: '/api/admin/applications',
          headers: {
            ...chief.headers,
            'content-type': 'application/json',
            ...(key && { 'idempotency-key': key }),
          },
          payload: own.replace('"protocol":0', `"protocol":${settings}`),
        });
        const { fields = {} } = problem.parse(response.json());
        expect([key, levels, ...Object.keys(fields)]).toEqual([key, levels, 'protocol']);
      }
    expect(changedTables(before, await read())).toEqual([]);
  });

  test('long and many filters are refused by their names', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, 'x']));
    expect((await refused('listUsers', { query: many })).slice(0, 3)).toEqual([
      400,
      'request.invalid',
      'f0',
    ]);
    for (const [id, name] of [
      ['listUsers', 'q'],
      ['listUsers', 'group'],
      ['listUsers', 'cursor'],
      ['listApplications', 'q'],
      ['listEvents', 'type'],
    ] as const)
      expect(await refused(id, { query: { [name]: 'a '.repeat(4000) } })).toEqual([
        400,
        'request.invalid',
        name,
      ]);
  });

  test('a token acts for its user, also beside the session of another administrator', async () => {
    const auditorId = await addCaller(world, 'auditor', ['auditor']);
    const token = await tokenOf(world, auditorId, { roles: ['auditor'] });
    const both = { userId: auditorId, headers: { ...chief.headers, ...token.headers } };
    expect((await callRoute(world, 'readSelf', both)).json()).toMatchObject({ id: auditorId });
    const input = { body: { name: 'group' } };
    expect(await refused('createGroup', input, both)).toEqual([403, 'admin.forbidden']);
  });

  test('owners reach nothing of the applications of another owner', async () => {
    const ownerId = await addCaller(world, 'owner', ['application-owner']);
    const owner = await strongSession(world, 'owner');
    const otherId = await addUser(world.db, { username: 'other' }, world.passwordHash);
    const own = await addOwnApplication(world, ownerId);
    const foreign = await addOwnApplication(world, otherId);
    const at = (id: string, secretId: string) => ({ params: { id, secretId } });
    for (const input of [
      at(own.id, foreign.secretId),
      at(foreign.id, foreign.secretId),
      at(foreign.id, own.secretId),
    ])
      expect(await refused('deleteApplicationSecret', input, owner)).toEqual([
        404,
        'admin.not-found',
      ]);
    const list = async (id: AdminRouteId, query: Record<string, string>) =>
      (await callRoute(world, id, owner, { query })).json().items.length;
    expect(await list('listApplications', { ownerId: otherId })).toBe(0);
    expect(await list('listApplications', {})).toBe(1);
    const event = { at: world.clock.now, count: 1, type: 'application.changed', actor: 'server' };
    await world.db
      .insertInto('events')
      .values([own, foreign].map(({ id }) => ({ ...event, id, application_id: id })))
      .execute();
    expect(await list('listEvents', { applicationId: foreign.id })).toBe(0);
    expect(await list('listEvents', { applicationId: own.id })).toBe(1);
  });
});
