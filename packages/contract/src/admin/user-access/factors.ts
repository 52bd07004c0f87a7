// How users sign in and get back in, and what administrators change about it.

import { z } from 'zod';
import { secondaryEmailStates } from '../../recovery/pages.ts';
import { maxAccessCodeHours } from '../access-codes.ts';
import { type AdminRoute, line, time, userParams } from '../route.ts';
import { outcome, waiting } from './approvals.ts';

const used = { createdAt: time, lastUsedAt: time.nullable() };

const shortened = 'Shortened: `o…@gmail.com`.';

export const factors = z.object({
  password: z.boolean().describe('False also while the method is turned off.'),
  diia: z.boolean().describe('False also while the method is turned off.'),
  google: z.object({ email: z.string().nullable().describe(shortened), linkedAt: time }).nullable(),
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
  secondaryEmail: z.object({
    email: z.string().nullable().describe(shortened),
    state: z.enum(secondaryEmailStates),
  }),
  newFactorsCountFrom: time
    .nullable()
    .describe(
      'From when second factors count that were added after the user has secured the account in a session without one. Null if they count.',
    ),
  accessCode: z
    .object({ issuedBy: z.string().describe('Who issued it.'), expiresAt: time })
    .nullable(),
});

const reason = line(200).describe('Is stored in the event.');

/** Besides passkeys and identities, which are named by id and method. */
export const removableFactors = [
  'authenticator-app',
  'remembered-browsers',
  'secondary-email',
  'access-code',
] as const;
export type RemovableFactor = (typeof removableFactors)[number];

/** Sign-in methods whose accounts are linked to users. */
const linkedMethods = ['google'] as const;

export const factorRoutes = {
  readFactors: {
    method: 'GET',
    path: '/api/admin/users/:id/factors',
    summary: 'Returns how a user signs in and gets back in. The request is recorded as an event.',
    permission: 'factors.read',
    params: userParams,
    response: factors,
  },
  unlinkIdentity: {
    method: 'DELETE',
    path: '/api/admin/users/:id/identities/:method',
    summary:
      'Unlinks an external account of a user, also as the last way to sign in. Administrators need a reset.',
    permission: 'factors.write',
    params: userParams.extend({
      method: z.enum(linkedMethods).describe('The sign-in method of the account.'),
    }),
    sensitive: 'tokens-allowed',
  },
  removePasskey: {
    method: 'DELETE',
    path: '/api/admin/users/:id/passkeys/:passkeyId',
    summary:
      'Removes a passkey of a user, also as the last way to sign in. Administrators need a reset.',
    permission: 'factors.write',
    params: userParams.extend({ passkeyId: z.uuid().describe('Id of the passkey.') }),
    sensitive: 'tokens-allowed',
  },
  removeFactor: {
    method: 'DELETE',
    path: '/api/admin/users/:id/factors/:factor',
    summary:
      'Removes one way of a user to sign in or to get back in. Administrators need a reset. Without an authenticator app the user has no remembered browsers either, and without a passkey no recovery codes.',
    permission: 'factors.write',
    params: userParams.extend({ factor: z.enum(removableFactors).describe('What is removed.') }),
    sensitive: 'tokens-allowed',
  },
  resetFactors: {
    method: 'POST',
    path: '/api/admin/users/:id/factors/reset',
    summary:
      'Removes passkeys, authenticator app, recovery codes and remembered browsers, and ends all sessions. For an administrator it creates an approval instead (202).',
    permission: 'factors.write',
    params: userParams,
    body: z.strictObject({ reason }),
    response: outcome,
    waiting,
    sensitive: 'no-tokens',
  },
  issueAccessCode: {
    method: 'POST',
    path: '/api/admin/users/:id/access-code',
    summary:
      'Issues a temporary access code, which the response shows this once. For an administrator it creates an approval instead (202).',
    permission: 'factors.write',
    params: userParams,
    body: z.strictObject({
      reason,
      hours: z
        .int()
        .min(1)
        .max(maxAccessCodeHours)
        .default(24)
        .describe('For how long it is valid.'),
    }),
    response: outcome,
    waiting,
    sensitive: 'no-tokens',
  },
} as const satisfies Record<string, AdminRoute>;
