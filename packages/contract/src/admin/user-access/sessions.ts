// Where users are signed in.

import { z } from 'zod';
import { methodIds } from '../../sign-in/methods.ts';
import { type AdminRoute, idParams, time } from '../route.ts';

const session = z.object({
  id: z.uuid(),
  method: z.enum(methodIds),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  sharedComputer: z.boolean(),
  /** The last sign-in. */
  since: time,
  lastUsed: time,
  expiresAt: time,
});

export const sessionRoutes = {
  listSessions: {
    method: 'GET',
    path: '/api/admin/users/:id/sessions',
    summary:
      'Lists the open sessions of a user, the last used one first. The request is recorded as an event.',
    permission: 'sessions.read',
    params: idParams,
    response: z.object({ items: z.array(session) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions/:uid',
    summary: 'Ends one session of a user. Applications are notified.',
    permission: 'sessions.end',
    params: z.strictObject({ id: z.uuid(), uid: z.uuid() }),
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/admin/users/:id/sessions',
    summary:
      'Signs a user out of all browsers, applications and devices. Applications are notified.',
    permission: 'sessions.end',
    params: idParams,
  },
} as const satisfies Record<string, AdminRoute>;
