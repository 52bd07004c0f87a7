// Requests and responses of the sessions of the signed-in user: the list (GET `sessions`), ending one (POST
// `endSession`), and ending all others (POST `endOtherSessions`).

import { z } from 'zod';
import { methodIds } from '../pages/login-page.ts';

const openSession = z.object({
  /** Public id of the session, which grants no access. */
  id: z.string(),
  /** True for the session of this browser. */
  current: z.boolean(),
  /** Names such as “Firefox” and “Windows”; null if the browser did not send them. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  method: z.enum(methodIds),
  /** The user chose “This is a shared computer”. */
  sharedComputer: z.boolean(),
  /** When the user last signed in to it; ISO 8601 in UTC, like `lastUsed`. */
  since: z.string(),
  /** To the minute. */
  lastUsed: z.string(),
});
export type OpenSession = z.infer<typeof openSession>;

/**
 * The session of this browser comes first, then the most recently used ones. `more` is the number of sessions left out.
 */
export const sessionsResponse = z.object({ sessions: z.array(openSession), more: z.number() });
export type SessionsResponse = z.infer<typeof sessionsResponse>;

/** `session` is its id. If there is no such session, the request succeeds too. */
export const endSessionRequest = z.object({ session: z.uuid() });
