// What the table of events contains. It has closed facts only: ids of records, words of closed lists, networks and labels of
// browsers. It never contains secrets, or text that users typed. Administrators explain an action and name a client secret in their
// own words.

import type { Role } from '@brama/contract/admin/roles';
import type { ApprovalAction } from '@brama/contract/admin/user-access/approval-actions';
import { type CountedType, type EventType, eventTable } from '@brama/contract/events/event-table';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { BrowserLabel } from '../sessions/browser-label.ts';

/** `unknown`: a person who has not proved to be the user. `server`: a date has come. */
export type Actor = 'user' | 'administrator' | 'application' | 'server' | 'unknown';

/** Where a request comes from. */
export type EventOrigin = { network: string; label: BrowserLabel };

export type EventDetails = {
  /**
   * Such as `reset`: the word of the security event, or the setting of a replaced key. `replaced`: a new authenticator app took the
   * place of another.
   */
  how?: string;
  reason?: string;
  /** The language of the pages that the user saw. */
  language?: Language;
  /** The user had not signed in from this browser before. */
  newBrowser?: boolean;
  /** How many sessions ended. */
  sessions?: number;
  /** Who has acted for the administration, as that person wrote it, with the `reason` in the same words. */
  issuedBy?: string;
  role?: Role;
  /** Name of a group. */
  group?: string;
  /** Id of a client secret. */
  secret?: string;
  /** Names or paths of given and changed fields. */
  fields?: readonly string[];
  /** Name of an application or a client secret. */
  name?: string;
  /** Names of groups. */
  groups?: readonly string[];
  /** Permissions of an API token. */
  scopes?: readonly string[];
  /** First and last moment of what was given, in ISO 8601. */
  from?: string;
  until?: string;
  /** Id of the approval of a second administrator, and of what. */
  approval?: string;
  action?: ApprovalAction;
  /** Id of an API token. */
  token?: string;
  /** Id of the API token that an administrator used. */
  byToken?: string;
  /** Id of the bulk change to which it belongs. */
  bulk?: string;
  /** How many users a search has shown, an export has, or a bulk change concerns. */
  results?: number;
  /** The filters of an export, without what was typed. */
  filters?: readonly string[];
};

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
