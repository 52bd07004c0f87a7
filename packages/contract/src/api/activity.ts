// What has happened to the account of the signed-in user, as the account page lists it.

import { z } from 'zod';
import { activityKinds } from '../events/event-table.ts';
import { methodIds } from '../pages/login-page.ts';

const activityEvent = z.object({
  id: z.string(),
  /** ISO 8601 in UTC; of counted events the last time. */
  at: z.string(),
  kind: z.enum(activityKinds),
  /** How many times within an hour, or a day for `data-released`. */
  count: z.number(),
  method: z.enum(methodIds).nullable(),
  network: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Title; null if the event is about no application, or the application no longer exists. */
  application: z.string().nullable(),
  /** The user had not signed in from this browser before. */
  newBrowser: z.boolean(),
  /** True for the sign-in of this session. */
  current: z.boolean(),
});
export type ActivityEvent = z.infer<typeof activityEvent>;

/** One page of events, the newest first. */
export const activityPage = z.object({
  events: z.array(activityEvent),
  /** Value of `activityParameter` for the page of older events; null on the last page. */
  older: z.string().nullable(),
  isFirst: z.boolean(),
  /** What the user can do after `secureAccount`: choose a new password by email, or sign in by another method. */
  recovery: z.enum(['email', 'other-method', 'support']),
});
export type ActivityPage = z.infer<typeof activityPage>;
