// Props of the applications page for browsers without JavaScript. Other browsers request the same data.

import { z } from 'zod';
import { accessAnswer } from '../api/connected-apps.ts';
import { sessionsAnswer } from '../api/sessions.ts';
import { userAnswer } from '../api/user.ts';

export const appsProps = z.object({
  user: userAnswer,
  connectedApps: accessAnswer,
  sessions: sessionsAnswer,
  /** Address that launches the application which the query names; empty without one. */
  continueTo: z.string(),
  /** Whether the query names an application that the user may not open. */
  isUnknown: z.boolean(),
});
