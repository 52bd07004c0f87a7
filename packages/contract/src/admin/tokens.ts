// API tokens: they act for the user who created them, within some of the permissions of that user.

import { z } from 'zod';
import { limitedList } from './limits.ts';
import { allPermissions, type Permission } from './permissions.ts';
import { type AdminRoute, givenTime, idOf, line, pageOf, pageQuery, time } from './route.ts';

export const maxTokenDays = 366;

/** Changes are answered with the object, so they need the permission to read it. */
const alsoNeeded: { readonly [P in Permission]?: Permission } = {
  'users.write': 'users.read',
  'groups.write': 'groups.read',
  'applications.write': 'applications.read',
  'applications.manage': 'applications.read',
};

/** Returns scope → the scope that it needs, for those that are missing. */
export function missingScopes(scopes: readonly Permission[]): Map<Permission, Permission> {
  const missing = new Map<Permission, Permission>();
  for (const scope of scopes) {
    const needed = alsoNeeded[scope];
    if (needed && !scopes.includes(needed)) missing.set(scope, needed);
  }
  return missing;
}

const scopesText =
  'Permissions, of which the token has those that its user has. Those to change users, groups or applications need those to read them.';
const scopes = z.array(z.enum(allPermissions)).min(1).describe(scopesText);

const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  userId: z.uuid(),
  username: z.string(),
  scopes,
  createdAt: time,
  expiresAt: time,
  lastUsedAt: time.nullable(),
});

export const tokenRoutes = {
  listTokens: {
    method: 'GET',
    path: '/api/admin/tokens',
    summary: 'Lists API tokens, the newest first. The tokens themselves are not stored.',
    permission: 'tokens.read',
    query: pageQuery,
    response: pageOf(apiToken),
  },
  createToken: {
    method: 'POST',
    path: '/api/admin/tokens',
    summary: 'Creates an API token of the caller. The response shows the token this once.',
    permission: 'tokens.write',
    body: z.strictObject({
      name: line(100),
      scopes: limitedList(scopes, allPermissions.length).describe(scopesText),
      expiresAt: givenTime.describe(`Within ${maxTokenDays} days.`),
    }),
    response: apiToken.extend({ token: z.string() }),
    status: 201,
    createdPath: 'id',
    sensitive: 'no-tokens',
    idempotent: true,
  },
  revokeToken: {
    method: 'DELETE',
    path: '/api/admin/tokens/:id',
    summary: 'Revokes an API token. Requests with it are refused at once.',
    permission: 'tokens.write',
    params: idOf('token'),
  },
} as const satisfies Record<string, AdminRoute>;
