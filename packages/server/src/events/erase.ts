// Clears the erasable part of events when a user is erased.

import type { EventDetails } from '@brama/contract/events/event-details';
import type { Queries } from '../database/connect.ts';
import { emptyColumns, immutableDetails, typesWithTyped } from './parts.ts';

/** Returns whether the username is among the administrators who are named, separated by commas. */
export const isNamed = (issuedBy: string | undefined, username: string) =>
  issuedBy?.split(', ').includes(username) === true;

type ErasedUser = { id: string; username: string };

/** Clears what administrators have typed about the user, and as this user. */
async function eraseTyped(queries: Queries, { id, username }: ErasedUser): Promise<void> {
  const found = await queries
    .selectFrom('events')
    .select(['id', 'type', 'details', 'user_id', 'actor_id'])
    .where('details', 'is not', null)
    .where('type', 'in', typesWithTyped)
    .execute();
  for (const event of found) {
    const details: EventDetails = JSON.parse(event.details ?? '{}');
    const isOwn = event.user_id === id || event.actor_id === id;
    if (!isOwn && !isNamed(details.issuedBy, username)) continue;
    const kept = JSON.stringify(immutableDetails(event.type, details));
    await queries.updateTable('events').set({ details: kept }).where('id', '=', event.id).execute();
  }
}

/** Clears the erasable part of all events of the user and by the user. Returns the number of events of the user. */
export async function eraseEvents(queries: Queries, user: ErasedUser): Promise<number> {
  const emptied = queries.updateTable('events').set(emptyColumns);
  const ofUser = await emptied.where('user_id', '=', user.id).executeTakeFirst();
  await emptied.where('actor_id', '=', user.id).execute();
  await eraseTyped(queries, user);
  return Number(ofUser.numUpdatedRows);
}
