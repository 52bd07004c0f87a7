// Applications that register themselves at OpenID Connect, and the tokens that permit it.

import { z } from 'zod';
import { limitedList } from '../limits.ts';
import { type AdminRoute, idOf, pageOf, pageQuery, time } from '../route.ts';

const registration = z.object({
  id: z.string(),
  title: z.object({ uk: z.string(), en: z.string() }),
  registeredAt: time,
});

const tokenId = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/);

const token = z.object({
  id: tokenId,
  groups: z.array(z.string()).nullable(),
  createdAt: time,
  expiresAt: time,
});

const maxHours = 24 * 30;
const maxGroups = 100;
/** As of the names of groups. */
const maxGroupLength = 64;

export const registrationRoutes = {
  listRegistrations: {
    method: 'GET',
    path: '/api/admin/registrations',
    summary: 'Lists the applications that have registered themselves, the newest first.',
    permission: 'registrations.read',
    query: pageQuery,
    response: pageOf(registration),
  },
  listRegistrationTokens: {
    method: 'GET',
    path: '/api/admin/registrations/tokens',
    summary: 'Lists the unused registration tokens, without the tokens themselves, by their end.',
    permission: 'registrations.read',
    query: pageQuery,
    response: pageOf(token),
  },
  revokeRegistrationToken: {
    method: 'DELETE',
    path: '/api/admin/registrations/tokens/:id',
    summary: 'Revokes an unused registration token.',
    permission: 'registrations.write',
    params: z.strictObject({ id: tokenId.describe('Id of the token.') }),
  },
  createRegistrationToken: {
    method: 'POST',
    path: '/api/admin/registrations/tokens',
    summary:
      'Creates a token with which one application can register itself. The response shows it this once.',
    permission: 'registrations.write',
    body: z.strictObject({
      hours: z.int().min(1).max(maxHours).default(24).describe('For how long it can be used.'),
      groups: limitedList(z.array(z.string().max(maxGroupLength)).min(1), maxGroups)
        .nullable()
        .default(null)
        .describe(
          'Only members of these groups may use the application; null, the default, for all users.',
        ),
    }),
    response: z.object({
      id: tokenId,
      token: z.string(),
      expiresAt: time,
      accepted: z
        .boolean()
        .describe('False while registration is turned off: servers refuse the token.'),
    }),
    status: 201,
    sensitive: 'tokens-allowed',
    idempotent: true,
  },
  removeRegistration: {
    method: 'DELETE',
    path: '/api/admin/registrations/:id',
    summary:
      'Removes an application that has registered itself. Users cannot sign in to it any more, and its tokens are revoked.',
    permission: 'registrations.write',
    params: idOf('application'),
    sensitive: 'tokens-allowed',
  },
} as const satisfies Record<string, AdminRoute>;
