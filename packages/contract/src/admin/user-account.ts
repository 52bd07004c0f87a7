// Everything about a user that one page shows, in one answer and one event.

import { z } from 'zod';
import { type AdminRoute, userParams } from './route.ts';
import { signInCheck } from './sign-in-check.ts';
import { factors } from './user-access/factors.ts';
import { session } from './user-access/sessions.ts';
import { adminUser } from './users.ts';

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
      check: signInCheck,
    }),
  },
} as const satisfies Record<string, AdminRoute>;
