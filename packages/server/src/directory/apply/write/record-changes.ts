// Stores the events of what a manifest changes. One statement stores those of all users, from the staging table.

import { sql } from 'kysely';
import { countEnded } from '../../../events/change.ts';
import type { NewEvent } from '../../../events/event.ts';
import { recordEach } from '../../../events/store.ts';
import type { EndedSession } from '../../../sessions/revocation.ts';
import type { StagingConnection } from '../../../users/changes/staged/staging.ts';

const reason = 'by-manifest';

export const detailsOfUser = (fields: readonly string[]) => JSON.stringify({ fields, reason });

/** `at` in epoch milliseconds. */
export async function recordUsers(connection: StagingConnection, at: number): Promise<void> {
  const about = { actor: 'administrator', userId: sql.ref<string>('id'), at } as const;
  await recordEach(connection, sql`staged_users`, {
    ...about,
    type: { if: sql`expected_version is null`, is: 'user.created', else: 'user.changed' },
    details: sql.ref('event_details'),
  });
  const turned = sql`staged_users where sets_disabled = 1 and expected_version is not null`;
  await recordEach(connection, turned, {
    ...about,
    type: { if: sql`disabled = 1`, is: 'user.disabled', else: 'user.enabled' },
    details: sql.lit(JSON.stringify({ reason })),
  });
}

/** Returns the events of users whose sessions have ended. */
export const endedEvents = (ended: readonly EndedSession[]): NewEvent[] =>
  [...countEnded(ended)].map(([userId, sessions]) => ({
    type: 'session.ended',
    actor: 'administrator',
    userId,
    details: { reason, sessions },
  }));

/** What is written of groups and applications. */
export type Written = { name: string; id?: string; isNew: boolean; fields: readonly string[] };

/** Returns the events of groups and applications. */
export function eventsOf(groups: readonly Written[], applications: readonly Written[]): NewEvent[] {
  const actor = 'administrator';
  return [
    ...groups.map(({ name, isNew, fields }) => ({
      ...({ type: isNew ? 'group.created' : 'group.changed', actor } as const),
      details: { group: name, fields, reason },
    })),
    ...applications.map(({ name, id, isNew, fields }) => ({
      ...({ type: isNew ? 'application.created' : 'application.changed', actor } as const),
      applicationId: id,
      details: { name, fields, reason },
    })),
  ];
}
