// Callers of the administration API: users with roles, by sessions with one or two factors, or by API tokens.

import { type Permission, permissionsOf } from '@brama/contract/admin/permissions';
import type { Role } from '@brama/contract/admin/roles';
import type { AdminRoute } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import type { InjectOptions } from 'fastify';
import { TokenStore } from '../../../src/admin/tokens/token-store.ts';
import { grantRole } from '../../../src/users/roles/role-store.ts';
import { addUser, type World } from '../world.ts';

export type Caller = { userId: string; headers: Record<string, string> };

/** Adds a user with these roles. */
export async function addCaller(world: World, username: string, roles: readonly Role[]) {
  const userId = await addUser(world.db, { username }, world.passwordHash);
  for (const role of roles) await grantRole(world.db, { userId, role, at: 1 });
  return userId;
}

/** Signs in with a password alone. */
export async function weakSession(world: World, username: string): Promise<Caller> {
  const cookie = await world.signIn(username);
  const { id: userId } = await world.db
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', username)
    .executeTakeFirstOrThrow();
  return { userId, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
}

/** Signs in with two factors. */
export async function strongSession(world: World, username: string): Promise<Caller> {
  const caller = await weakSession(world, username);
  await world.db
    .updateTable('sessions')
    .set(({ ref }) => ({ amr: 'pwd otp mfa', assured_at: ref('verified_at') }))
    .where('user_id', '=', caller.userId)
    .execute();
  return caller;
}

/** Creates an API token, by default with everything that the roles of the user permit. */
export async function tokenOf(
  world: World,
  userId: string,
  { roles, scopes = permissionsOf(roles) }: { roles: readonly Role[]; scopes?: Permission[] },
): Promise<Caller> {
  const tokens = new TokenStore(world.db, () => world.clock.now);
  const expiresAt = world.clock.now + 3_600_000;
  const { secret } = await tokens.create(world.db, { name: 'test', userId, scopes, expiresAt });
  return { userId, headers: { authorization: `Bearer ${secret}` } };
}

export type Input = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** In place of a body. */
  file?: Buffer;
  headers?: Record<string, string>;
};

/** A valid request for a route. */
export type Example = {
  /** Creates an object of the user, and returns the parameters of its path. */
  object?: (world: World, ownerId: string) => Promise<Record<string, string>>;
  input?: (world: World) => Input;
};

/** Calls a route as this caller. Changes of versioned objects name `version`, by default 1. */
export function callRoute(
  world: World,
  id: AdminRouteId,
  caller: Pick<Caller, 'headers'>,
  { params = {}, query = {}, body, file, headers = {} }: Input = {},
) {
  const route: AdminRoute = adminRoutes[id];
  const path = route.path.replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent(params[name] ?? crypto.randomUUID()),
  );
  const search = new URLSearchParams(query).toString();
  const isConditional = route.versioned && route.method !== 'GET';
  const options: InjectOptions = {
    method: route.method,
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      ...(isConditional && { 'if-match': '"1"' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': 'application/octet-stream' }),
      ...caller.headers,
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    ...(file && { payload: file }),
  };
  return world.send(options);
}

/** Returns the body of a response as JSON; undefined for none, and for a file. */
export const jsonOf = ({ headers, body }: { headers: Record<string, unknown>; body: string }) =>
  `${headers['content-type']}`.includes('json') ? JSON.parse(body) : undefined;
