// Everything about a user that one page shows, in one answer and one event.

import { z } from 'zod';
import { type AdminRoute, time, userParams } from './route.ts';
import { signInCheck } from './sign-in-check.ts';
import { factors } from './user-access/factors.ts';
import { session } from './user-access/sessions.ts';
import { adminUser } from './users.ts';

export const userActs = [
  'change',
  'change-ways',
  'invite',
  'end-sessions',
  'remove-factors',
  'reset-factors',
  'lift-waits',
  'erase',
] as const;
export type UserAct = (typeof userActs)[number];

/** `administrator`: the user is one, or was until a day ago, and is protected. */
export const actRefusals = ['permission', 'own-account', 'higher-role', 'administrator'] as const;
export type ActRefusal = (typeof actRefusals)[number];

export const userAccountRoutes = {
  readUserAccount: {
    method: 'GET',
    path: '/api/admin/users/:id/account',
    summary:
      'Returns a user with the ways to sign in, the open sessions and what prevents the sign-in. The request is recorded as one event.',
    permission: 'users.read',
    params: userParams,
    response: z.object({
      user: adminUser,
      factors: factors.nullable().describe('Null without `factors.read`.'),
      sessions: z.array(session).nullable().describe('Null without `sessions.read`.'),
      applications: z
        .array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            title: z.object({ uk: z.string(), en: z.string() }),
          }),
        )
        .nullable()
        .describe(
          'Which the user may open now, in the order of the applications page. Null without `applications.read`.',
        ),
      check: signInCheck,
      invitation: z
        .object({ expiresAt: time })
        .nullable()
        .describe('The link to choose the first password, while it is valid and unused.'),
      acts: z
        .object(
          Object.fromEntries(
            userActs.map((act) => [act, z.enum(actRefusals).nullable()]),
          ) as Record<UserAct, z.ZodNullable<z.ZodEnum<{ [R in ActRefusal]: R }>>>,
        )
        .describe(
          'What the caller may do to the user: null, or why not. `change-ways`: the email address and the tax number. Another rule may still refuse a call.',
        ),
    }),
  },
} as const satisfies Record<string, AdminRoute>;
