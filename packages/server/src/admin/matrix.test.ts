// Every route × every role × own and foreign objects × every kind of caller, from the permission table. A route without an
// example does not compile, so every route is tested.

import { extentOf, permissionsOf } from '@brama/contract/admin/permissions';
import { type Role, roles } from '@brama/contract/admin/roles';
import { type AdminRoute, problem } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  jsonOf,
  strongSession,
  tokenOf,
  weakSession,
} from '../../test/support/admin/callers.ts';
import { examples } from '../../test/support/admin/examples.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../test/support/world.ts';

const routes = Object.entries<AdminRoute>(adminRoutes) as [AdminRouteId, AdminRoute][];

/** `admin.forbidden` names the permission that the caller lacks, or why a caller with the permission is refused. No other error does. */
function checkRefusal(
  name: string,
  body: unknown,
  { code, route, role }: { code: unknown; route: AdminRoute; role: Role },
) {
  const { permission, reason } = problem.parse(body);
  const needed = route.permission;
  const isMissing = needed !== null && extentOf(needed, [role]) === undefined;
  const said = isMissing ? { permission: needed } : { reason: 'tokens-not-allowed' };
  expect([name, { permission, reason }]).toEqual([name, code === 'admin.forbidden' ? said : {}]);
}

type Kind = 'session' | 'two factors' | 'token';

/** Returns the expected status and error code. */
function expected(route: AdminRoute, role: Role, kind: Kind, owner: 'own' | 'foreign' | 'none') {
  const { permission, sensitive } = route;
  const extent = permission === null ? 'all' : extentOf(permission, [role]);
  if (extent === undefined) return [403, 'admin.forbidden'];
  if (sensitive && kind === 'session') return [403, 'admin.authentication-required'];
  if (sensitive === 'no-tokens' && kind === 'token') return [403, 'admin.forbidden'];
  if (extent === 'own' && owner === 'foreign') return [404, 'admin.not-found'];
  return [route.response || route.file ? (route.status ?? 200) : 204, undefined];
}

/** Returns every route with every caller, on an own and a foreign object if the route is about one. */
function* casesOf(callers: readonly [Kind, Caller][]) {
  for (const [id, route] of routes)
    for (const owner of examples[id].object ? (['own', 'foreign'] as const) : (['none'] as const))
      for (const [kindOfCaller, caller] of callers)
        yield { id, route, owner, kindOfCaller, caller };
}

/** Checks the headers of a creation. */
function checkHeaders(
  name: string,
  { createdPath }: AdminRoute,
  { headers, body: text }: { headers: Record<string, unknown>; body: string },
) {
  if (!createdPath) return;
  const body = JSON.parse(text);
  const path = `${headers['location']}`;
  expect([name, path.endsWith(`/${body[createdPath]}`)]).toEqual([name, true]);
  const etag = body.version === undefined ? undefined : `"${body.version}"`;
  expect([name, headers['etag']]).toEqual([name, etag]);
}

describeOnDatabases('permissions of the administration API', (kind) => {
  let world: World;
  let foreign: string;
  beforeEach(async () => {
    world = await makeWorld(kind, { RATE_LIMIT_SECRETS_PER_MINUTE: '10000' });
    foreign = await addUser(world.db, { username: 'foreign' }, world.passwordHash);
  });
  afterEach(() => world.close());

  /** Calls the route on an object of this owner. */
  async function call(id: AdminRouteId, caller: Pick<Caller, 'headers'>, ownerId: string) {
    const { object, input } = examples[id];
    const params = await object?.(world, ownerId);
    return callRoute(world, id, caller, { ...input?.(world), ...(params && { params }) });
  }

  test.each(roles)('%s', async (role) => {
    const userId = await addCaller(world, 'caller', [role]);
    const callers: [Kind, Caller][] = [
      ['two factors', await strongSession(world, 'caller')],
      ['session', await weakSession(world, 'caller')],
      ['token', await tokenOf(world, userId, { roles: [role] })],
    ];
    const owners = { own: userId, foreign, none: userId };
    for (const one of casesOf(callers)) {
      const { id, route, owner, kindOfCaller, caller } = one;
      const response = await call(id, caller, owners[owner]);
      const name = `${id} ${owner} by ${kindOfCaller}`;
      const [status, code] = expected(route, role, kindOfCaller, owner);
      const body = jsonOf(response);
      expect([name, response.statusCode, body?.code]).toEqual([name, status, code]);
      expect([name, response.headers['set-cookie']]).toEqual([name, undefined]);
      if (code !== undefined) {
        checkRefusal(name, body, { code, route, role });
        continue;
      }
      route.response?.parse(body);
      checkHeaders(name, route, response);
    }
  });

  test('what gives access, or takes protection away, needs a recent sign-in with two factors', () => {
    const ids = ['updateApplication', 'updateGroup', 'updateUser', 'putMembership'] as const;
    for (const id of [...ids, 'removeMembership'] as const)
      expect([id, adminRoutes[id].sensitive]).toEqual([id, 'tokens-allowed']);
  });

  test('no caller, an unknown token, and a user without a role reach no route', async () => {
    await addCaller(world, 'caller', []);
    const caller = await strongSession(world, 'caller');
    const nobody = { headers: { 'sec-fetch-site': 'same-origin' } };
    const unknown = { headers: { authorization: 'Bearer brama_api_x', ...caller.headers } };
    for (const [id] of routes) {
      const input = examples[id].input?.(world) ?? {};
      // wrong tokens are counted
      world.clock.now += 10_000;
      for (const [who, code, status] of [
        [nobody, 'session.required', 401],
        [unknown, 'admin.token-invalid', 401],
        [caller, 'admin.forbidden', 403],
      ] as const) {
        const response = await callRoute(world, id, who, input);
        expect([id, response.statusCode, response.json().code]).toEqual([id, status, code]);
        expect([id, response.json().permission]).toEqual([id, undefined]);
        const challenge = response.headers['www-authenticate']?.toString().split(' ')[0];
        expect([id, challenge]).toEqual([id, status === 401 ? 'Bearer' : undefined]);
      }
    }
  });

  test('a token reaches only the routes of its scopes, and never more than its user', async () => {
    const userId = await addCaller(world, 'caller', ['auditor']);
    const [scope = 'users.read'] = permissionsOf(['auditor']);
    const narrow = await tokenOf(world, userId, { roles: [], scopes: [scope] });
    const wide = await tokenOf(world, userId, { roles: ['administrator'] });
    for (const [id, route] of routes) {
      if (route.permission === null) continue;
      const byNarrow = await call(id, narrow, userId);
      if (route.permission !== scope)
        expect([id, byNarrow.statusCode, byNarrow.json().permission]).toEqual([
          id,
          403,
          route.permission,
        ]);
      else expect([id, byNarrow.statusCode < 300]).toEqual([id, true]);
      const byWide = await call(id, wide, userId);
      if (!extentOf(route.permission, ['auditor']))
        expect([id, byWide.statusCode]).toEqual([id, 403]);
    }
  });

  test('changes by a session are refused from other origins', async () => {
    const userId = await addCaller(world, 'caller', ['administrator']);
    const { headers } = await strongSession(world, 'caller');
    for (const [id, { method }] of routes) {
      if (method === 'GET') continue;
      const foreignPage = { headers: { ...headers, 'sec-fetch-site': 'cross-site' } };
      const response = await call(id, foreignPage, userId);
      expect([id, response.statusCode]).toEqual([id, 403]);
      expect(response.json().code).toBe('request.foreign-origin');
    }
  });
});
