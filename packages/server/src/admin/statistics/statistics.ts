// Counts sign-ins by the hour, and adds the hours up to days in Kyiv. An hour belongs to one day, also where the clock changes.

import type { StatisticsPeriod } from '@brama/contract/admin/system/statistics';
import { type MethodId, methodIds } from '@brama/contract/sign-in/methods';
import { sql } from 'kysely';
import type { Database, Queries } from '../../database/connect.ts';
import { signInsByMethod } from '../../events/sign-ins.ts';
import type { Handlers } from '../handler.ts';
import { isoTime } from '../times.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The number of hours or days. */
const lengths: Record<StatisticsPeriod, number> = { day: 24, week: 7, month: 30 };

const dates = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv', dateStyle: 'short' });

/** Returns the first hours of the last hours or days, the oldest first, and the bucket of each hour. */
function bucketsOf(period: StatisticsPeriod, now: number) {
  const length = lengths[period];
  const current = now - (now % hourMs);
  const earliest = period === 'day' ? current - (length - 1) * hourMs : current - length * dayMs;
  const firstHours = new Map<string, number>();
  const bucketOfHour = new Map<number, string>();
  for (let hour = earliest; hour <= current; hour += hourMs) {
    const bucket = period === 'day' ? `${hour}` : dates.format(hour);
    if (!firstHours.has(bucket)) firstHours.set(bucket, hour);
    bucketOfHour.set(hour, bucket);
  }
  // the oldest day may have begun before
  const all = [...firstHours].slice(-length);
  return { all, bucketOfHour };
}

type Hour = { hour: number | string; count: number | string };

/** Division of whole numbers: both databases drop the rest. */
const hourOf = sql<number>`at / ${sql.lit(hourMs)}`;

async function succeededSince(queries: Queries, since: number) {
  const { rows } = await sql<Hour & { method: MethodId }>`
    select method, ${hourOf} as hour, count(*) as count from ${signInsByMethod(queries)}
    and method in (${sql.join([...methodIds])}) and at >= ${since} group by method, hour`.execute(
    queries as Database,
  );
  return rows;
}

/** Of known users: attempts with names that no user has are not stored. */
const refusedSince = (queries: Queries, since: number) =>
  queries
    .selectFrom('events')
    .select(({ fn }) => [hourOf.as('hour'), fn.sum<number | string>('count').as('count')])
    .where('type', 'in', ['sign-in.refused', 'second-factor.refused'])
    .where('at', '>=', since)
    .groupBy('hour')
    .execute() as Promise<Hour[]>;

type Bucket = { succeeded: Record<MethodId, number>; refused: number };

const emptyBucket = (): Bucket => ({
  succeeded: { password: 0, diia: 0, google: 0, passkey: 0 },
  refused: 0,
});

async function count(queries: Queries, period: StatisticsPeriod, now: number) {
  const { all, bucketOfHour } = bucketsOf(period, now);
  const buckets = new Map(all.map(([name]) => [name, emptyBucket()]));
  const bucketAt = ({ hour }: Hour) => buckets.get(bucketOfHour.get(Number(hour) * hourMs) ?? '');
  const since = all[0]?.[1] ?? now;
  for (const row of await succeededSince(queries, since)) {
    const bucket = bucketAt(row);
    if (bucket) bucket.succeeded[row.method] += Number(row.count);
  }
  for (const row of await refusedSince(queries, since)) {
    const bucket = bucketAt(row);
    if (bucket) bucket.refused += Number(row.count);
  }
  return all.map(([name, from]) => ({
    from: isoTime(from),
    ...(buckets.get(name) ?? emptyBucket()),
  }));
}

const lifetimeMs = 30_000;

type Counted = { at: number; items: ReturnType<typeof count> };

export function createStatisticsHandlers({ now }: { now(): number }): Handlers<'countSignIns'> {
  /** A month of a large university is many events, and several administrators may look. */
  const kept = new Map<StatisticsPeriod, Counted>();
  return {
    async countSignIns({ query: { period }, queries }) {
      const at = now();
      const known = kept.get(period);
      if (known && at >= known.at && at < known.at + lifetimeMs)
        return { period, items: await known.items };
      const items = count(queries, period, at);
      kept.set(period, { at, items });
      items.catch(() => kept.delete(period));
      return { period, items: await items };
    },
  };
}
