// Reads what came of the back-channel logout notifications of an application, and which of them wait for another attempt.

import { sql } from 'kysely';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import type { ApplicationLogoutsTable } from '../../database/tables/application-tables.ts';
import type { Application } from '../application.ts';
import { firstLogoutDay } from '../diagnostics/activity.ts';

type Result = ApplicationLogoutsTable['result'];
type Row = Pick<ApplicationLogoutsTable, 'result' | 'count' | 'at' | 'reason'>;

/** Returns the results of the days since `firstDay`, the newest first. */
export const listLogoutResults = (
  queries: Queries,
  { id, firstDay }: { id: string; firstDay: number },
): Promise<Row[]> =>
  queries
    .selectFrom('application_logouts')
    .select(['result', 'count', 'at', 'reason'])
    .where('application_id', '=', id)
    .where('day', '>=', firstDay)
    .orderBy('day', 'desc')
    .execute();

/** Returns undefined if there are no such results. */
function sumOf(rows: readonly Row[], result: Result) {
  const some = rows.filter((row) => row.result === result);
  const [newest] = some;
  if (!newest) return undefined;
  const count = some.reduce((sum, row) => sum + row.count, 0);
  return { count, lastAt: isoTime(newest.at), reason: newest.reason };
}

/** Counts the notifications that failed and will be sent again. */
export async function waitingLogouts(queries: Queries, { id, protocol }: Application) {
  const waiting = sql<boolean>`session_uid is null and logout_due_at > 0 and logout_attempts > 0`;
  const counted = [
    sql<number | string>`count(*)`.as('count'),
    sql<number | string | null>`min(logout_due_at)`.as('next_at'),
  ] as const;
  const rows =
    protocol.type === 'cas'
      ? queries
          .selectFrom('cas_tickets')
          .select(counted)
          .where('application_id', '=', id)
          .where(waiting)
      : queries
          .selectFrom('oidc_grants')
          .select(counted)
          .where('client_id', '=', protocol.key ?? id)
          .where(waiting);
  const row = await rows.executeTakeFirstOrThrow();
  const nextAt = row.next_at === null ? null : Number(row.next_at);
  return { waiting: Number(row.count), nextAttemptAt: isoTimeOrNull(nextAt) };
}

export async function logoutsOf(
  queries: Queries,
  application: Application,
  { isNotified, now }: { isNotified: boolean; now: number },
) {
  const firstDay = firstLogoutDay(now);
  const rows = await listLogoutResults(queries, { id: application.id, firstDay });
  const delivered = sumOf(rows, 'delivered');
  return {
    isNotified,
    since: isoTime(firstDay),
    delivered: delivered ? { count: delivered.count, lastAt: delivered.lastAt } : null,
    failed: sumOf(rows, 'failed') ?? null,
    givenUp: sumOf(rows, 'given-up') ?? null,
    ...(await waitingLogouts(queries, application)),
  };
}
