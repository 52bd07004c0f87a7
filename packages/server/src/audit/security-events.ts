// Writes the security events of the log.

import type { ErrorCode } from '@brama/contract/errors';
import {
  type EventFacts,
  type EventName,
  events,
  eventTable,
  type Facts,
  type Level,
} from '@brama/contract/events/event-table';
import type { MethodId } from '@brama/contract/pages/login-page';

/** Name → line of every event that is logged. */
export const securityEvents = Object.fromEntries(
  [...events].flatMap(([name, { log, when }]) => (log ? [[name, { ...log, when }]] : [])),
);

export type Log = Record<Level, (facts: object, message: string) => void>;

/** Writes one line. `level` overrides the level of the table if the facts decide the severity. */
export function logSecurityEvent<Name extends EventName>(
  log: Log,
  name: Name,
  facts: EventFacts<Name>,
  level: Level = eventTable[name].log.level,
): void {
  log[level]({ event: name, ...facts }, eventTable[name].log.message);
}

/** Facts that an error may add to its security event. */
export type ErrorFacts = Partial<Pick<Facts, 'user' | 'application'>>;

/** Errors that are security events. Their log line carries the name of the event. */
export const eventsOfErrors: Partial<Record<ErrorCode, { event: EventName; method?: MethodId }>> = {
  'sign-in.throttled': { event: 'sign-in.throttled', method: 'password' },
  'password.wrong': { event: 'password.change-refused' },
  'password.link-over': { event: 'password.reset-refused' },
  'application.credentials-refused': { event: 'client.refused' },
  'request.too-many': { event: 'request.throttled' },
  'request.foreign-origin': { event: 'request.foreign-origin' },
};
