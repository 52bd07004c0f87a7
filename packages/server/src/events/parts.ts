// A stored event has an immutable and an erasable part. A chain of hashes can cover the first, with a hash of the second, because
// nothing changes the first until the row expires. Counted events are not for a chain: each count changes their row.

import type { EventDetails } from '@brama/contract/events/event-details';
import { type EventType, events } from '@brama/contract/events/event-table';
import type { EventsTable } from '../database/schema.ts';

/** The part of each column. `both`: typed details are erasable, the others immutable. */
const partOfColumn = {
  id: 'immutable',
  at: 'immutable',
  type: 'immutable',
  count: 'immutable',
  actor: 'immutable',
  actor_id: 'immutable',
  user_id: 'immutable',
  application_id: 'immutable',
  method: 'immutable',
  session_uid: 'erasable',
  network: 'erasable',
  browser: 'erasable',
  system: 'erasable',
  details: 'both',
} as const satisfies Record<keyof EventsTable, 'immutable' | 'erasable' | 'both'>;

type Columns = typeof partOfColumn;
type ErasableColumn = {
  [Name in keyof Columns]: Columns[Name] extends 'erasable' ? Name : never;
}[keyof Columns];

/** The erasable columns without their values. */
export const emptyColumns = Object.fromEntries(
  Object.entries(partOfColumn).flatMap(([name, part]) =>
    part === 'erasable' ? [[name, null]] : [],
  ),
) as Record<ErasableColumn, null>;

/** The types of events whose details may have words that administrators have typed. */
export const typesWithTyped = [...events].flatMap(([type, { typed }]) =>
  typed ? [type as EventType] : [],
);

/** Returns the immutable details: without the name and the reason that an administrator has typed. */
export function immutableDetails(type: string, details: EventDetails): EventDetails {
  const { typed = [], closedReasons = [] } = events.get(type) ?? {};
  const isTyped = (name: string, value: unknown) =>
    (typed as readonly string[]).includes(name) &&
    !(name === 'reason' && closedReasons.includes(value as string));
  return Object.fromEntries(
    Object.entries(details).filter(([name, value]) => !isTyped(name, value)),
  );
}
