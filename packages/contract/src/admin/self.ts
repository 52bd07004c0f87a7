// What the caller of the administration API is and may do.

import { z } from 'zod';
import { allPermissions } from './permissions.ts';
import { roles } from './roles.ts';
import { type AdminRoute, time } from './route.ts';

export const selfRoutes = {
  readSelf: {
    method: 'GET',
    path: '/api/admin/me',
    summary:
      'Returns the roles and permissions of the caller, and whether the session may call routes that need a recent sign-in with two factors.',
    permission: null,
    response: z.object({
      id: z.uuid(),
      username: z.string(),
      roles: z.array(z.enum(roles)),
      groups: z
        .array(z.string())
        .describe('Now. Operators may add users to these groups, administrators to all groups.'),
      permissions: z.array(z.enum(allPermissions)),
      strongUntil: time
        .nullable()
        .describe(
          'Until then the session may call the routes that need a sign-in within 10 minutes with two factors or a passkey. Null if it may not, and for API tokens.',
        ),
      secondFactor: z.object({
        required: z
          .boolean()
          .describe('Sign-ins of the caller with a password or Google need a second factor.'),
        requiredFrom: time
          .nullable()
          .describe(
            'Until then the caller may sign in without one; null if there is no such time.',
          ),
      }),
    }),
  },
} as const satisfies Record<string, AdminRoute>;
