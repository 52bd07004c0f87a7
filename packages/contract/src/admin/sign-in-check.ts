// Why a user cannot sign in: the rules that prevent it, and what helps.

import { z } from 'zod';
import { methodIds } from '../sign-in/methods.ts';
import { shownTexts } from '../text.ts';
import { type AdminRoute, givenTime, time, userParams } from './route.ts';

export const signInObstacles = [
  'disabled',
  'not-yet-valid',
  'expired',
  'no-way',
  'only-google',
  'method-off',
  'method-missing',
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

/** Which step of a sign-in was refused. */
export const attemptSteps = ['sign-in', 'second-factor'] as const;

const attempt = z.object({
  at: time,
  result: z.enum(['succeeded', 'refused']),
  step: z.enum(attemptSteps),
  method: z.string().nullable(),
  reason: z.string().nullable().describe('Of a refusal: as in the log.'),
  network: z.string().nullable(),
  reference: z.string().nullable().describe('Of a refusal: the code that the error page shows.'),
});

const cause = z
  .object({
    type: z.string().describe('The type of the event.'),
    at: time,
    actor: z.string(),
    actorUsername: z.string().nullable(),
  })
  .nullable()
  .describe('The last event that can have caused it; null if none is stored.');

const address = z.union([z.ipv4(), z.ipv6()]);

const condition = z.object({
  level: z.int().describe('Its indentation.'),
  text: z.string(),
  isMet: z.boolean().nullable().describe('Whether the user meets it.'),
});
const conditions = z
  .object({ summary: z.string(), conditions: z.array(condition) })
  .meta({ id: 'CheckedAccess' });

export const signInCheck = z.object({
  canSignIn: z.boolean(),
  obstacles: z.array(
    z.object({
      code: z.enum(signInObstacles),
      prevents: z.boolean().describe('False if the user can sign in nevertheless.'),
      rule: shownTexts,
      remedy: shownTexts,
      until: time.nullable().describe('When it ends by itself.'),
      cause,
      source: z
        .string()
        .nullable()
        .describe(
          'The source of users that caused it: it no longer names the user, or gave the dates.',
        ),
      access: z
        .object({ uk: conditions, en: conditions })
        .nullable()
        .describe('Of `no-access`: who has access, and which conditions the user meets.'),
    }),
  ),
  attempts: z
    .array(attempt)
    .describe('The last ten sign-ins, the newest first. Refused ones are kept for 30 days.'),
});

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
      method: z.enum(methodIds).optional().describe('As if the user signs in by this method.'),
      network: z
        .string()
        .max(45)
        .refine((text) => address.safeParse(text).success, 'must be an IP address')
        .optional()
        .describe('As if the user signs in from this IP address.'),
      at: givenTime
        .optional()
        .describe('As if it were this time: the validity and the groups of the user by then.'),
    }),
    response: signInCheck,
  },
  findSignInAttempts: {
    method: 'GET',
    path: '/api/admin/sign-in-attempts',
    summary:
      'Finds the refused sign-in whose error page has shown a code. The request is recorded as an event.',
    permission: 'users.read',
    query: z.strictObject({
      code: z
        .string()
        .max(8)
        .regex(/^[0-9a-f]{8}$/i)
        .describe('The code on the error page.'),
    }),
    response: z.object({
      items: z
        .array(
          attempt.extend({
            user: z.object({ id: z.uuid(), username: z.string(), fullName: z.string() }),
          }),
        )
        .describe('One, or none if no such code is known.'),
    }),
  },
  listRefusalReasons: {
    method: 'GET',
    path: '/api/admin/sign-in-attempts/reasons',
    summary: 'Counts the refused sign-ins of known users in the last 24 hours by reason.',
    permission: 'users.read',
    response: z.object({
      items: z.array(
        z.object({
          step: z.enum(attemptSteps),
          method: z.string().nullable(),
          reason: z.string(),
          count: z.int(),
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
