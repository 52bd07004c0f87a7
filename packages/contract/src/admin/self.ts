// What the caller of the administration API is and may do.

import { z } from 'zod';
import { allPermissions } from './permissions.ts';
import { roles } from './roles.ts';
import type { AdminRoute } from './route.ts';

export const selfRoutes = {
  readSelf: {
    method: 'GET',
    path: '/api/admin/me',
    summary: 'Returns the roles and permissions of the caller.',
    permission: null,
    response: z.object({
      id: z.uuid(),
      username: z.string(),
      roles: z.array(z.enum(roles)),
      permissions: z.array(z.enum(allPermissions)),
    }),
  },
} as const satisfies Record<string, AdminRoute>;
