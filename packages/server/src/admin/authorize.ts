// Decides who calls the administration API and whether the caller may: by a session cookie, or by an API token.

import { allPermissions, extentOf, permissionsOf } from '@brama/contract/admin/permissions';
import type { AdminRoute } from '@brama/contract/admin/route';
import type { FastifyRequest } from 'fastify';
import type { Database, Queries } from '../database/connect.ts';
import { forChange, forShare } from '../database/postgres/row-locks.ts';
import { fail } from '../errors.ts';
import type { RequestLimits } from '../http/limits/request-limits.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { isRecentSignIn, isStrong } from '../sessions/session.ts';
import { blankRow } from '../users/columns.ts';
import { rolesInForce } from '../users/roles/suspension.ts';
import { userColumns, userFrom } from '../users/store.ts';
import type { Actor, Call } from './handler.ts';
import type { TokenStore } from './tokens/token-store.ts';

export type AuthorizeDeps = {
  db: Database;
  sessionCookie: Pick<SessionCookie, 'signedIn'>;
  tokens: TokenStore;
  limits: Pick<RequestLimits, 'countWrongSecret'>;
  now: () => number;
  /** Only in a process that does not listen: every request is one of this user of the operating system. */
  systemUser?: string;
};

/** What a caller needs: for a route of the administration, or of another protocol that changes users, such as SCIM. */
export type Needed = Pick<AdminRoute, 'permission' | 'sensitive'>;

const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** @throws `admin.roles-suspended` */
async function currentRoles(
  queries: Queries,
  userId: string,
  now: number,
): Promise<Actor['roles']> {
  const { roles, suspendedUntil } = await rolesInForce(queries, userId, now);
  return suspendedUntil === undefined ? roles : fail('admin.roles-suspended');
}

/**
 * Looks the token up before any limit: it has 256 bits, so it cannot be guessed. Otherwise wrong tokens of one program would shut out
 * the others behind the same address. @throws `admin.token-invalid`, `admin.roles-suspended`, `request.too-many` for wrong tokens
 */
async function actorOfToken(deps: AuthorizeDeps, request: FastifyRequest): Promise<Actor> {
  const [, secret] = bearer.exec(request.headers.authorization ?? '') ?? [];
  const used = secret === undefined ? undefined : await deps.tokens.use(secret);
  if (!used) {
    await deps.limits.countWrongSecret(request, 'administration');
    fail('admin.token-invalid');
  }
  const { user, ...token } = used;
  const roles = await currentRoles(deps.db, user.id, deps.now());
  return { user, roles, permissions: permissionsWithin(roles, token), token };
}

function permissionsWithin(roles: Actor['roles'], token?: { scopes: Actor['permissions'] }) {
  const own = permissionsOf(roles);
  return token ? own.filter((permission) => token.scopes.includes(permission)) : own;
}

/** @throws `session.required`, `admin.roles-suspended` */
async function actorOfSession(deps: AuthorizeDeps, request: FastifyRequest): Promise<Actor> {
  const { user, session } =
    (await deps.sessionCookie.signedIn(request)) ?? fail('session.required');
  const roles = await currentRoles(deps.db, user.id, deps.now());
  return { user, roles, permissions: permissionsOf(roles), session };
}

/** Stands for no user. */
const noUserId = '00000000-0000-0000-0000-000000000000';

/** Returns the caller of a command: who may read the keys and the database may do everything. */
function actorOfCommand(systemUser: string): Actor {
  const user = userFrom({
    ...blankRow,
    id: noUserId,
    username: systemUser,
    groups: '[]',
    disabled: 0,
  });
  return { user, roles: ['administrator'], permissions: allPermissions, systemUser };
}

function actorOf(deps: AuthorizeDeps, request: FastifyRequest): Actor | Promise<Actor> {
  if (deps.systemUser !== undefined) return actorOfCommand(deps.systemUser);
  const isByToken = request.headers.authorization !== undefined;
  return (isByToken ? actorOfToken : actorOfSession)(deps, request);
}

function checkPermission({ roles, permissions }: Actor, { permission }: Needed) {
  // users without a role learn nothing
  if (roles.length === 0) fail('admin.forbidden');
  if (permission !== null && !permissions.includes(permission))
    fail('admin.forbidden', { refusal: { permission } });
}

/** Returns the caller, who has what is needed. @throws `admin.forbidden`, `admin.roles-suspended`, `admin.authentication-required`, `session.required` */
export async function authorize(
  deps: AuthorizeDeps,
  request: FastifyRequest,
  needed: Needed,
): Promise<Actor> {
  const actor = await actorOf(deps, request);
  checkPermission(actor, needed);
  if (!needed.sensitive) return actor;
  if (!('session' in actor))
    return needed.sensitive === 'no-tokens'
      ? fail('admin.forbidden', { refusal: { reason: 'tokens-not-allowed' } })
      : actor;
  const { session } = actor;
  const isEnough = isStrong(session) && isRecentSignIn(session, deps.now());
  return isEnough ? actor : fail('admin.authentication-required');
}

/** Returns whether the session or token of the caller is still there. */
async function isSignedIn(
  queries: Queries,
  actor: Exclude<Actor, { systemUser: string }>,
): Promise<boolean> {
  const row =
    'token' in actor
      ? queries.selectFrom('api_tokens').select('id').where('id', '=', actor.token.id)
      : queries.selectFrom('sessions').select('uid as id').where('uid', '=', actor.session.uid);
  return (await forShare(queries, row).executeTakeFirst()) !== undefined;
}

/**
 * Returns the caller as at this moment, and keeps it so until the end of the transaction. `params` are those of the path. Session, groups and roles may have
 * changed while the request was read. @throws `session.required`, `admin.token-invalid`, `admin.forbidden`, `admin.roles-suspended`
 */
export async function authorizeAgain(
  queries: Queries,
  actor: Actor,
  needed: Needed,
  at: number,
  params: Record<string, string> = {},
): Promise<Actor> {
  if ('systemUser' in actor) return actor;
  const token = 'token' in actor ? actor.token : undefined;
  const { id } = actor.user;
  const own = queries.selectFrom('users').where('id', '=', id).where('disabled', '=', 0);
  const read = own.select(userColumns);
  const isTarget = Object.values(params).includes(id);
  const locked = isTarget ? forChange(queries, read) : forShare(queries, read);
  const row = await locked.executeTakeFirst();
  if (!row || !(await isSignedIn(queries, actor)))
    return fail(token ? 'admin.token-invalid' : 'session.required');
  const roles = await currentRoles(queries, actor.user.id, at);
  const permissions = permissionsWithin(roles, token);
  const now: Actor = { ...actor, user: userFrom(row), roles, permissions };
  checkPermission(now, needed);
  return now;
}

/** Returns on which objects the caller has the permission. */
export function extentFor({ roles }: Actor, { permission }: Needed): Call['extent'] {
  return permission === null ? 'own' : (extentOf(permission, roles) ?? 'own');
}
