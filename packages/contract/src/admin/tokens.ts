// API tokens: they act for the user who created them, within some of the permissions of that user.

import { z } from 'zod';
import { allPermissions } from './permissions.ts';
import { type AdminRoute, givenTime, idOf, line, pageOf, pageQuery, time } from './route.ts';

export const maxTokenDays = 366;

const scopes = z
  .array(z.enum(allPermissions))
  .min(1)
  .describe('Permissions, of which the token has those that its user has.');

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
      scopes,
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
