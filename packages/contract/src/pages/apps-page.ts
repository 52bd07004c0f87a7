// Props of the applications page.

import { z } from 'zod';
import { accessResponse } from '../api/connected-apps.ts';
import { sessionsResponse } from '../api/sessions.ts';
import { userResponse } from '../api/user.ts';

export const appsProps = z.object({
  /** The response of `GET /user`, with the applications in the order of the page. */
  user: userResponse,
  /** The page opens this application by itself. Without a title, the text names no application. */
  opening: z.object({ href: z.string(), title: z.string().optional() }).optional(),
  /** Whether the query names an application that the user may not open. */
  isUnknown: z.boolean(),
  /** Only for browsers without JavaScript. Other browsers request this data when they open “My data”. */
  myData: z.object({ connectedApps: accessResponse, sessions: sessionsResponse }).optional(),
});
