// The signing keys of OpenID Connect.

import { z } from 'zod';
import { type AdminRoute, time } from '../route.ts';

export const keyStates = ['signing', 'next', 'former'] as const;

const keys = z
  .object({
    items: z.array(
      z.object({
        kid: z.string(),
        alg: z.string(),
        state: z
          .enum(keyStates)
          .describe('`next` does not sign yet; `former` is published for what it has signed.'),
        createdAt: time,
        signsFrom: time,
      }),
    ),
  })
  .meta({ id: 'SigningKeys' });

export const keyRoutes = {
  listKeys: {
    method: 'GET',
    path: '/api/admin/keys',
    summary: 'Lists the signing keys of OpenID Connect by algorithm, without private parts.',
    permission: 'keys.read',
    response: keys,
  },
  rotateKeys: {
    method: 'POST',
    path: '/api/admin/keys/rotate',
    summary:
      'Creates a signing key for every algorithm, which signs after two days. While such keys wait, the answer is 409. With `atOnce`, for leaked keys, it signs now and all others are deleted.',
    permission: 'keys.rotate',
    body: z.strictObject({ atOnce: z.boolean().default(false).describe('For leaked keys.') }),
    response: keys,
    sensitive: 'no-tokens',
    idempotent: true,
  },
} as const satisfies Record<string, AdminRoute>;
