// What the table of events contains. It has closed facts only: ids of records, words of closed lists, networks and labels of
// browsers. It never contains secrets, or text that users typed. Administrators explain an action and name a client secret in their
// own words.

import type { AdminEventType } from '@brama/contract/admin/events';
import type { Role } from '@brama/contract/admin/roles';
import type { ApprovalAction } from '@brama/contract/admin/user-access/approval-actions';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { EventName } from '../audit/security-events.ts';
import type { BrowserLabel } from '../sessions/browser-label.ts';

/** The security events that concern one user, `data.released`, which is too frequent for the log, and those of the administration. */
export type EventType =
  | Extract<
      EventName,
      | 'sign-in.succeeded'
      | 'sign-in.refused'
      | 'session.ended'
      | 'password.changed'
      | 'password.change-refused'
      | 'password.reset-asked'
      | 'google.linked'
      | 'google.unlinked'
      | 'passkey.added'
      | 'passkey.removed'
      | 'second-factor.refused'
      | 'recovery-code.used'
      | 'browser.remembered'
      | 'second-factor.added'
      | 'second-factor.removed'
      | 'recovery-codes.created'
      | 'browser.forgotten'
      | 'access.granted'
      | 'access.declined'
      | 'access.withdrawn'
      | 'device.allowed'
      | 'account.secured'
      | 'secondary-email.added'
      | 'secondary-email.confirmed'
      | 'secondary-email.removed'
      | 'access-code.issued'
      | 'access-code.used'
      | 'recovery.used'
      | 'factors.reset'
      | 'role.granted'
      | 'role.revoked'
      | 'role.suspended'
      | 'role.restored'
    >
  | 'data.released'
  | AdminEventType;

/** `unknown`: a person who has not proved to be the user. `server`: a date has come. */
export type Actor = 'user' | 'administrator' | 'application' | 'server' | 'unknown';

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
  /** How many users a search has shown. */
  results?: number;
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
export type CountedEvent = Pick<
  NewEvent,
  'type' | 'actor' | 'applicationId' | 'method' | 'network'
> & { userId: string };

const hourMs = 3_600_000;
const periods: Partial<Record<EventType, number>> = { 'data.released': 24 * hourMs };

/** Returns the start of the period in which events of this type are counted together: a day or an hour, in UTC. */
export function periodStart(type: EventType, at: number): number {
  return at - (at % (periods[type] ?? hourMs));
}

/** Events are kept for so long. */
export const eventLifetimeMs = 90 * 24 * hourMs;
