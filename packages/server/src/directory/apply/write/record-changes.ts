// Stores the events of what a manifest changes. One statement stores those of all users, from the staging table.

import { SqliteAdapter, sql } from 'kysely';
import type { NewEvent } from '../../../events/event.ts';
import type { StagingConnection } from '../../../users/changes/staged/staging.ts';

const reason = 'by-manifest';

export const detailsOfUser = (fields: readonly string[]) => JSON.stringify({ fields, reason });

/** A new random id for each row of a statement. */
export function newId(connection: StagingConnection) {
  const isSqlite = connection.getExecutor().adapter instanceof SqliteAdapter;
  return isSqlite ? sql`lower(hex(randomblob(16)))` : sql`gen_random_uuid()::text`;
}

/** `at` in epoch milliseconds. */
export async function recordUsers(connection: StagingConnection, at: number): Promise<void> {
  const id = newId(connection);
  const columns = sql`id, at, type, count, actor, user_id, details`;
  const time = sql.lit(at);
  await sql`insert into events (${columns})
    select ${id}, ${time}, case when expected_version is null then 'user.created' else 'user.changed' end,
      1, 'administrator', id, event_details from staged_users`.execute(connection);
  await sql`insert into events (${columns})
    select ${id}, ${time}, case when disabled = 1 then 'user.disabled' else 'user.enabled' end,
      1, 'administrator', id, ${sql.lit(JSON.stringify({ reason }))} from staged_users
      where sets_disabled = 1 and expected_version is not null`.execute(connection);
}

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
