// How users sign in and get back in, and what administrators change about it.

import { z } from 'zod';
import { secondaryEmailStates } from '../../recovery/pages.ts';
import { type AdminRoute, idParams, time } from '../route.ts';
import { outcome } from './approvals.ts';

const used = { createdAt: time, lastUsedAt: time.nullable() };

const factors = z.object({
  /** False also while the method is turned off. */
  password: z.boolean(),
  diia: z.boolean(),
  /** Addresses are shortened: `o…@gmail.com`. */
  google: z.object({ email: z.string().nullable(), linkedAt: time }).nullable(),
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), ...used })),
  authenticatorApp: z.object(used).nullable(),
  recoveryCodesLeft: z.int(),
  rememberedBrowsers: z.array(
    z.object({
      browser: z.string().nullable(),
      system: z.string().nullable(),
      lastUsedAt: time,
    }),
  ),
  secondaryEmail: z.object({ email: z.string().nullable(), state: z.enum(secondaryEmailStates) }),
  accessCode: z.object({ issuedBy: z.string(), expiresAt: time }).nullable(),
});

const reason = z.string().trim().min(1).max(200);
const maxHours = 168;

export const factorRoutes = {
  listFactors: {
    method: 'GET',
    path: '/api/admin/users/:id/factors',
    summary: 'Returns how a user signs in and gets back in. The request is recorded as an event.',
    permission: 'factors.read',
    params: idParams,
    response: factors,
  },
  unlinkGoogle: {
    method: 'DELETE',
    path: '/api/admin/users/:id/identities/google',
    summary:
      'Unlinks the Google account of a user, also as the last way to sign in. Administrators need a reset.',
    permission: 'factors.write',
    params: idParams,
    sensitive: 'tokens-allowed',
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/admin/users/:id/passkeys/:passkey',
    summary:
      'Removes a passkey of a user, also as the last way to sign in. Administrators need a reset.',
    permission: 'factors.write',
    params: z.strictObject({ id: z.uuid(), passkey: z.uuid() }),
    sensitive: 'tokens-allowed',
  },
  resetFactors: {
    method: 'POST',
    path: '/api/admin/users/:id/factors/reset',
    summary:
      'Removes passkeys, authenticator app, recovery codes and remembered browsers, and ends all sessions. For an administrator it creates an approval instead.',
    permission: 'factors.write',
    params: idParams,
    body: z.strictObject({ reason }),
    response: outcome,
    sensitive: 'no-tokens',
  },
  issueAccessCode: {
    method: 'POST',
    path: '/api/admin/users/:id/access-code',
    summary:
      'Issues a temporary access code, which the response shows this once. For an administrator it creates an approval instead.',
    permission: 'factors.write',
    params: idParams,
    body: z.strictObject({ reason, hours: z.int().min(1).max(maxHours).default(24) }),
    response: outcome,
    sensitive: 'no-tokens',
  },
} as const satisfies Record<string, AdminRoute>;
