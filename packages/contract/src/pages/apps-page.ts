// Props of the applications page for browsers without JavaScript. Other browsers request the same data.

import { z } from 'zod';
import { accessResponse } from '../api/connected-apps.ts';
import { sessionsResponse } from '../api/sessions.ts';
import { userResponse } from '../api/user.ts';

export const appsProps = z.object({
  user: userResponse,
  connectedApps: accessResponse,
  sessions: sessionsResponse,
  /** Whether the query names an application that the user may not open. */
  isUnknown: z.boolean(),
});
