// The email by which a new user chooses the first password.

import { z } from 'zod';
import { type AdminRoute, time, userParams } from '../route.ts';

export const invitationRoutes = {
  inviteUser: {
    method: 'POST',
    path: '/api/admin/users/:id/invitation',
    summary:
      'Sends the user an email with a link to choose the first password. It is for users who have no way to sign in yet, and takes the place of the invitation before.',
    permission: 'users.write',
    params: userParams,
    response: z.object({ expiresAt: time.describe('The link is valid until then.') }),
    sensitive: 'tokens-allowed',
  },
} as const satisfies Record<string, AdminRoute>;
