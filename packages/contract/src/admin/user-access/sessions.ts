// Where users are signed in.

import { z } from 'zod';
import { methodIds } from '../../sign-in/methods.ts';
import { type AdminRoute, time, userParams } from '../route.ts';

export const session = z.object({
  id: z.uuid(),
  method: z.enum(methodIds),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  sharedComputer: z.boolean().describe('The user said so at the sign-in.'),
  createdAt: time,
  authenticatedAt: time.describe('The last sign-in in this session.'),
  lastUsedAt: time,
  expiresAt: time,
});

export const sessionRoutes = {
  listSessions: {
    method: 'GET',
    path: '/api/admin/users/:id/sessions',
    summary:
      'Lists the open sessions of a user, the last used one first. The request is recorded as an event.',
    permission: 'sessions.read',
    params: userParams,
    response: z.object({ items: z.array(session) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions/:sessionId',
    summary: 'Ends one session of a user. Applications are notified.',
    permission: 'sessions.end',
    params: userParams.extend({ sessionId: z.uuid().describe('Id of the session.') }),
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    summary:
      'Signs a user out of all browsers, applications and devices. Applications are notified.',
    permission: 'sessions.end',
    params: userParams,
  },
} as const satisfies Record<string, AdminRoute>;
