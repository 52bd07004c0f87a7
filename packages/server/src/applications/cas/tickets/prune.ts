// Limits how many rows of a session an application can cause.

import { sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';

export type Owner = { sessionUid: string; applicationId: string };

type Limit = { table: 'cas_tickets' | 'cas_proxy_grants'; most: number };

/** Deletes the rows of a session and an application that are older than the newest `most`. */
export function deleteOldest(
  db: Database,
  { table, most }: Limit,
  { sessionUid, applicationId }: Owner,
) {
  const oldestKept = db
    .selectFrom(table)
    .select('created_at')
    .where('session_uid', '=', sessionUid)
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1))
    .offset(sql.lit(most - 1));
  return db
    .deleteFrom(table)
    .where('session_uid', '=', sessionUid)
    .where('application_id', '=', applicationId)
    .where('created_at', '<', oldestKept);
}
