// Why a user cannot sign in: the rules that prevent it, and what helps.

import { z } from 'zod';
import { shownTexts } from '../text.ts';
import { type AdminRoute, time, userParams } from './route.ts';

export const signInObstacles = [
  'disabled',
  'not-yet-valid',
  'expired',
  'no-way',
  'invitation-waits',
  'throttled',
  'throttled-in-one-place',
  'second-factor-throttled',
  'second-factor-throttled-in-one-place',
  'shared-address',
  'second-factor-missing',
  'method-not-accepted',
  'no-access',
] as const;
export type SignInObstacle = (typeof signInObstacles)[number];

const condition = z.object({
  level: z.int().describe('Its indentation.'),
  text: z.string(),
  isMet: z.boolean().nullable().describe('Whether the user meets it.'),
});
const conditions = z
  .object({ summary: z.string(), conditions: z.array(condition) })
  .meta({ id: 'CheckedAccess' });

export const signInCheckRoutes = {
  checkSignIn: {
    method: 'GET',
    path: '/api/admin/users/:id/sign-in-check',
    summary:
      'Explains why a user cannot sign in, or cannot open an application: each rule with its remedy. The request is recorded as an event.',
    permission: 'users.read',
    params: userParams,
    query: z.strictObject({
      applicationId: z.uuid().optional().describe('Also explains access to this application.'),
    }),
    response: z.object({
      canSignIn: z.boolean(),
      obstacles: z.array(
        z.object({
          code: z.enum(signInObstacles),
          prevents: z.boolean().describe('False if the user can sign in nevertheless.'),
          rule: shownTexts,
          remedy: shownTexts,
          until: time.nullable().describe('When it ends by itself.'),
          access: z
            .object({ uk: conditions, en: conditions })
            .nullable()
            .describe('Of `no-access`: who has access, and which conditions the user meets.'),
        }),
      ),
    }),
  },
  liftSignInWaits: {
    method: 'DELETE',
    path: '/api/admin/users/:id/sign-in-waits',
    summary:
      'Forgets the wrong passwords and codes of a user, so that the next attempt need not wait. Needs all rights of the user, who is no administrator.',
    permission: 'factors.write',
    params: userParams,
    sensitive: 'tokens-allowed',
  },
} as const satisfies Record<string, AdminRoute>;
