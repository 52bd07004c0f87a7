// What the table of events contains. It has closed facts only: ids of records, words of closed lists, networks and labels of
// browsers. It never contains secrets, or text that users typed. Administrators explain an action and name a client secret in their
// own words.

import type { EventDetails } from '@brama/contract/events/event-details';
import { type CountedType, type EventType, eventTable } from '@brama/contract/events/event-table';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { BrowserLabel } from '../sessions/browser-label.ts';

/** `unknown`: a person who has not proved to be the user. `server`: a date has come, or an operator has run a command. */
export type Actor = 'user' | 'administrator' | 'application' | 'server' | 'unknown';

/** Where a request comes from. */
export type EventOrigin = { network: string; label: BrowserLabel };

/** An event that is stored as one row. */
export type NewEvent = {
  type: EventType;
  /** Whom it concerns. */
  userId?: string | undefined;
  /** Default: `user`. */
  actor?: Actor;
  actorId?: string;
  applicationId?: string | undefined;
  sessionUid?: string | undefined;
  method?: MethodId | undefined;
  network?: string | undefined;
  label?: BrowserLabel | undefined;
  details?: EventDetails;
};

/** Events of this type, user, application and method within one period are one row with their number. */
export type CountedEvent = Pick<NewEvent, 'actor' | 'applicationId' | 'method' | 'network'> & {
  type: CountedType;
  userId: string;
};

const hourMs = 3_600_000;
const periodsMs = { hour: hourMs, day: 24 * hourMs };

/** Returns the start of the period in which events of this type are counted together, in UTC. */
export function periodStart(type: CountedType, at: number): number {
  return at - (at % periodsMs[eventTable[type].stored]);
}

/** Events are kept for so long. */
export const eventLifetimeMs = 90 * 24 * hourMs;
