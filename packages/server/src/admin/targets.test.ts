// Every route that changes a user × every role of the caller × every role of that user. What is expected follows from the order of
// the roles and from the permission table.

import { extentOf, permissionsOf } from '@brama/contract/admin/permissions';
import { type Role, roles } from '@brama/contract/admin/roles';
import type { AdminRoute } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
} from '../../test/support/admin/callers.ts';
import { examples } from '../../test/support/admin/examples.ts';
import {
  changedTables,
  stateReader,
} from '../../test/support/admin/random-requests/database-state.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../test/support/world.ts';
import { grantRole } from '../users/roles/role-store.ts';

type Target = Role | 'none';

const routes = Object.entries<AdminRoute>(adminRoutes) as [AdminRouteId, AdminRoute][];
const changesOfUsers = routes.filter(
  ([, { method, path, reads }]) =>
    method !== 'GET' && !reads && path.startsWith('/api/admin/users/:id'),
);
type Case = { id: AdminRouteId; route: AdminRoute; body?: object };
const cases: Case[] = [
  ...changesOfUsers.map(([id, route]) => ({ id, route })),
  { id: 'updateUser', route: adminRoutes.updateUser, body: { email: 'other@campus.example' } },
];

/** Returns whether the change gives the caller a way to sign in as the user, or takes one away. */
const concernsSignIn = ({ id, route, body }: Case) =>
  route.permission === 'factors.write' || id === 'inviteUser' || body !== undefined;

const rightsOf = (target: Target) => (target === 'none' ? [] : permissionsOf([target]));
const rankOf = (target: Target) => (target === 'none' ? roles.length : roles.indexOf(target));

/** What about an administrator only a second one, or a manifest, changes. */
function expectedForAdministrator({ id, route, body }: Case): [number, string?] | undefined {
  if (id === 'eraseUser') return [409, 'admin.conflict'];
  if (!concernsSignIn({ id, route, ...(body && { body }) })) return undefined;
  return route.waiting ? [202] : [409, 'admin.conflict'];
}

function expected(one: Case, caller: Role, target: Target): [number, string?] {
  const { permission, response, status = 200 } = one.route;
  if (permission && !extentOf(permission, [caller])) return [403, 'admin.forbidden'];
  const own = permissionsOf([caller]);
  const isHigher = concernsSignIn(one)
    ? !rightsOf(target).every((right) => own.includes(right))
    : rankOf(target) < rankOf(caller);
  if (isHigher) return [403, 'admin.higher-role'];
  const special = target === 'administrator' ? expectedForAdministrator(one) : undefined;
  return special ?? [response ? status : 204];
}

describeOnDatabases('changes of users with roles', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind, { RATE_LIMIT_SECRETS_PER_MINUTE: '10000' });
  });
  afterEach(() => world.close());

  async function targetOf({ id }: Case, target: Target) {
    const username = crypto.randomUUID();
    const owner = await addUser(world.db, { username }, world.passwordHash);
    const params = (await examples[id].object?.(world, owner)) ?? { id: owner };
    const userId = params['id'] ?? owner;
    // the other examples have no role, but this one has that to be revoked
    if (id !== 'revokeRole')
      await world.db.deleteFrom('user_roles').where('user_id', '=', userId).execute();
    if (target !== 'none') await grantRole(world.db, { userId, role: target, at: 1 });
    return params;
  }

  /** Returns the name of the case, the status and the code of the response, and the tables that a refused request has changed. */
  async function act(one: Case, target: Target, caller: Caller) {
    const read = await stateReader(world.db, kind);
    const params = await targetOf(one, target);
    const given = examples[one.id].input?.(world);
    const before = await read();
    const { statusCode, body } = await callRoute(world, one.id, caller, {
      ...given,
      params,
      ...(one.body && { body: one.body }),
    });
    const changed = statusCode >= 400 ? changedTables(before, await read()) : [];
    return [statusCode, body === '' ? undefined : JSON.parse(body).code, changed];
  }

  test.each(roles)('by the role %s', async (role) => {
    await addCaller(world, 'caller', [role]);
    const caller = await strongSession(world, 'caller');
    for (const one of cases)
      for (const target of [...roles, 'none'] as const) {
        const name = `${one.id} of ${target}${one.body ? ' with an address' : ''}`;
        const [status, code] = expected(one, role, target);
        expect([name, ...(await act(one, target, caller))]).toEqual([name, status, code, []]);
      }
  });
});
