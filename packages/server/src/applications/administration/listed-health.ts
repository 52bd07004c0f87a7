// Reads for a page of the list of applications whether sign-ins to each work. The page of one application shows more.

import { sql } from 'kysely';
import { recentRefusalsMs } from '../../admin/attention/attention.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';

async function lastSignIns(queries: Queries, ids: readonly string[]) {
  const rows = await queries
    .selectFrom('application_sign_ins')
    .select(['application_id', 'at'])
    .where('application_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.application_id, row.at]));
}

async function recentRefusals(queries: Queries, ids: readonly string[], at: number) {
  const rows = await queries
    .selectFrom('application_refusals')
    .select([
      'application_id',
      sql<number | string>`max(at)`.as('last_at'),
      sql<number | string>`sum(count)`.as('count'),
    ])
    .where('application_id', 'in', ids)
    .where('at', '>', at - recentRefusalsMs)
    .groupBy('application_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.application_id,
      { count: Number(row.count), lastAt: isoTime(Number(row.last_at)) },
    ]),
  );
}

/** Returns the rows with the health of their applications. */
export async function withHealth<Row extends { id: string }>(
  queries: Queries,
  rows: readonly Row[],
  at: number,
) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const signIns = await lastSignIns(queries, ids);
  const refusals = await recentRefusals(queries, ids, at);
  return rows.map((row) => ({
    ...row,
    lastSignInAt: isoTimeOrNull(signIns.get(row.id)),
    recentRefusals: refusals.get(row.id) ?? null,
  }));
}
