// Requests and responses of the sessions of the signed-in user: the list (GET `sessions`), ending one (POST
// `endSession`), and ending all others (POST `endOtherSessions`).

import { z } from 'zod';
import { methodIds } from '../pages/login-page.ts';

const openSession = z.object({
  /** Names the session and opens nothing. */
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** Names by which people know them; null where the browser did not tell. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  method: z.enum(methodIds),
  /** When its user last proved who they are; ISO 8601 in UTC, as `lastUsed`. */
  since: z.string(),
  /** To the minute. */
  lastUsed: z.string(),
});
export type OpenSession = z.infer<typeof openSession>;

/** The one that asks comes first, then those used last; and how many more there are. */
export const sessionsResponse = z.object({ sessions: z.array(openSession), more: z.number() });
export type SessionsResponse = z.infer<typeof sessionsResponse>;

/** `session`: its id. Ending what is not there is no fault. */
export const endSessionRequest = z.object({ session: z.uuid() });
