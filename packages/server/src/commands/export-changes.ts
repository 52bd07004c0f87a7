// Lists the users who were disabled, erased or deprived of a role since a time, for `restore --changes-since`.

import type { Database } from '../database/connect.ts';
import { eventLifetimeMs } from '../events/event.ts';
import type { ExportedChanges } from './restore/changes-list.ts';

/** Events older than this are deleted, and with them the ids of erased users. */
export const longestSinceMs = eventLifetimeMs;

async function eventUsers(
  db: Database,
  type: 'user.disabled' | 'user.erased',
  since: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('user_id')
    .distinct()
    .where('type', '=', type)
    .where('at', '>=', since)
    .where('user_id', 'is not', null)
    .orderBy('user_id')
    .execute();
  return rows.flatMap(({ user_id }) => user_id ?? []);
}

/** Those who are disabled now, and whose record has changed since, or who were disabled since. */
async function disabledSince(db: Database, since: number): Promise<ExportedChanges['disabled']> {
  const byEvent = new Set(await eventUsers(db, 'user.disabled', since));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'updated_at', 'disabled_by_administrator'])
    .where('disabled', '=', 1)
    .where('erased_at', 'is', null)
    .orderBy('username_key')
    .execute();
  return rows
    .filter(({ id, updated_at }) => updated_at >= since || byEvent.has(id))
    .map(({ id, username, disabled_by_administrator: by }) => ({
      id,
      username,
      byAdministrator: by === 1,
    }));
}

async function erasedSince(db: Database, since: number): Promise<string[]> {
  const waiting = await db
    .selectFrom('users')
    .select('id')
    .where('erased_at', '>=', since)
    .execute();
  const all = [...(await eventUsers(db, 'user.erased', since)), ...waiting.map(({ id }) => id)];
  return [...new Set(all)].sort();
}

/** Reads on one snapshot. `dataKey`: the fingerprint. */
export async function changesSince(
  db: Database,
  { since, until, dataKey }: { since: number; until: number; dataKey: string | null },
): Promise<ExportedChanges> {
  const roles = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['users.id', 'username', 'role'])
    .where('erased_at', 'is', null)
    .orderBy('username_key')
    .orderBy('role')
    .execute();
  return {
    format: 'brama-changes 1',
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
    dataKey,
    disabled: await disabledSince(db, since),
    erased: await erasedSince(db, since),
    roles,
  };
}
