// Counts tries in the database, so that nodes and restarts agree. A try is counted before it is known whether it
// is right: many at the same moment count as many.

import { createHmac, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { deleteExpired } from '../database/delete-expired.ts';
import { prepare } from '../database/prepared.ts';
import { type Backoff, countDoublings, type Limit, type Rate, rateParameters } from './limit.ts';

/** Whoever is counted by a limit: a name, an address, or both in one text. */
export type Counter = { limit: Limit; subject: string };

type Deps = { key: KeyObject; now: () => number };

/** So much the clocks of nodes may differ; what was written further ahead was written before a clock was set back. */
const skewMs = 30_000;

/** Returns how long a row counts after it was written: `expires_at` less this is when that was, by the writer's clock. */
function lifetimeOf(limit: Limit): number {
  if (limit.kind === 'backoff') return limit.forgetMs;
  const { burst, intervalMs } = rateParameters(limit);
  return burst * intervalMs;
}

export function createRateLimits(db: Database, { key, now }: Deps) {
  // what is counted may be a name somebody mistook for the password field
  const keyOf = ({ limit, subject }: Counter) =>
    `${limit.name} ${createHmac('sha256', key).update(subject).digest('base64url')}`;

  const row = prepare(db, ({ id }: { id: string }) =>
    db.selectFrom('rate_limits').select(['allowed_at', 'expires_at']).where('key', '=', id),
  );

  type RateGiven = {
    id: string;
    at: number;
    step: number;
    latest: number;
    until: number;
    odd: number;
  };
  const takeRate = prepare(
    db,
    ({ id, at, step, latest, until, odd }: RateGiven) => {
      const next = sql<number>`case when rate_limits.allowed_at > ${at} and rate_limits.expires_at <= ${odd} then rate_limits.allowed_at else ${at} end + ${step}`;
      return db
        .insertInto('rate_limits')
        .values({
          key: id,
          attempts: 1,
          allowed_at: sql`cast(${at} as bigint) + ${step}`,
          expires_at: until,
        })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({
              attempts: sql`rate_limits.attempts + 1`,
              allowed_at: next,
              expires_at: until,
            })
            .where((eb) =>
              eb.or([
                eb('rate_limits.allowed_at', '<=', latest),
                eb('rate_limits.expires_at', '>', odd),
              ]),
            ),
        );
    },
    { relaxedDurability: true },
  );

  type StepsGiven = {
    id: string;
    at: number;
    free: number;
    firstFree: number;
    wait: number;
    doublings: number;
    longest: number;
    forgetAfterMs: number;
    until: number;
    odd: number;
  };
  const takeSteps = prepare(
    db,
    ({
      id,
      at,
      free,
      firstFree,
      wait,
      doublings,
      longest,
      forgetAfterMs,
      until,
      odd,
    }: StepsGiven) => {
      const attempts = sql<number>`case when rate_limits.expires_at <= ${at} then 1 else rate_limits.attempts + 1 end`;
      const waiting = sql<number>`case
        when rate_limits.expires_at <= ${at} then cast(${firstFree} as bigint)
        when rate_limits.attempts + 1 < ${free} then cast(${at} as bigint)
        when rate_limits.attempts + 1 - ${free} >= ${doublings} then cast(${at} as bigint) + ${longest}
        else cast(${at} as bigint) + (cast(${wait} as bigint) << (rate_limits.attempts + 1 - ${free}))
      end`;
      return db
        .insertInto('rate_limits')
        .values({ key: id, attempts: 1, allowed_at: firstFree, expires_at: until })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ attempts, allowed_at: waiting, expires_at: until })
            .where((eb) =>
              eb.or([
                eb('rate_limits.allowed_at', '<=', at),
                eb('rate_limits.expires_at', '>', odd),
                // a free step has no wait, whatever the clock says
                eb(
                  'rate_limits.allowed_at',
                  '<=',
                  sql<number>`rate_limits.expires_at - ${forgetAfterMs}`,
                ),
              ]),
            ),
        );
    },
    { relaxedDurability: true },
  );

  type ShorterGiven = { id: string; seen: number; free: number; until: number };
  const shorten = prepare(
    db,
    ({ id, seen, free, until }: ShorterGiven) =>
      db
        .updateTable('rate_limits')
        .set({ allowed_at: free, expires_at: until })
        .where('key', '=', id)
        .where('allowed_at', '=', seen),
    { relaxedDurability: true },
  );

  type BackGiven = { id: string; step: number };
  const giveBackRate = prepare(
    db,
    ({ id, step }: BackGiven) =>
      db
        .updateTable('rate_limits')
        .set({ attempts: sql`attempts - 1`, allowed_at: sql`allowed_at - ${step}` })
        .where('key', '=', id),
    { relaxedDurability: true },
  );
  const giveBackSteps = prepare(
    db,
    ({ id, step }: BackGiven) =>
      db
        .updateTable('rate_limits')
        .set({ attempts: sql`attempts - 1`, allowed_at: sql`expires_at - ${step}` })
        .where('key', '=', id)
        .where('attempts', '>', 0),
    { relaxedDurability: true },
  );
  const remove = prepare(
    db,
    ({ id }: { id: string }) => db.deleteFrom('rate_limits').where('key', '=', id),
    {
      relaxedDurability: true,
    },
  );

  /** The latest `allowed_at` of a rate with which one more is allowed. */
  function latestOf(rate: Rate, at: number): number {
    const { burst, intervalMs } = rateParameters(rate);
    return at + (burst - 1) * intervalMs;
  }

  /** Returns the latest `expires_at` that a node whose clock is right may have written. */
  function oddOf(limit: Limit, at: number): number {
    return at + lifetimeOf(limit) + skewMs;
  }

  /** Returns the wait that a row of steps sets, at most the one that its last try began. */
  async function stepWaitOf(
    { forgetMs }: Backoff,
    found: { id: string; allowed_at: number; expires_at: number },
    at: number,
  ): Promise<number> {
    const writtenAt = found.expires_at - forgetMs;
    const maximum = found.allowed_at - writtenAt;
    const wait = Math.min(found.allowed_at - at, maximum);
    // by this clock it begins later than it did: it begins now instead, so that it also ends in time
    if (wait > 0 && writtenAt > at)
      await shorten.change({
        id: found.id,
        seen: found.allowed_at,
        free: at + maximum,
        until: at + forgetMs,
      });
    return Math.max(0, wait);
  }

  async function waitMs(counted: Counter): Promise<number> {
    const id = keyOf(counted);
    const found = await row.first({ id });
    const at = now();
    const { limit } = counted;
    if (!found || found.expires_at <= at || found.expires_at > oddOf(limit, at)) return 0;
    if (limit.kind === 'backoff') return stepWaitOf(limit, { id, ...found }, at);
    const wait = found.allowed_at - latestOf(limit, at);
    return Math.max(0, Math.min(wait, rateParameters(limit).intervalMs));
  }

  function takeOf(rate: Rate, id: string): Promise<number> {
    const at = now();
    return takeRate.change({
      id,
      at,
      step: rateParameters(rate).intervalMs,
      latest: latestOf(rate, at),
      until: at + lifetimeOf(rate),
      odd: oddOf(rate, at),
    });
  }

  function stepOf(steps: Backoff, id: string): Promise<number> {
    const at = now();
    const { freeAttempts, firstWaitMs, maxWaitMs, forgetMs } = steps;
    return takeSteps.change({
      id,
      at,
      free: freeAttempts,
      firstFree: freeAttempts > 1 ? at : at + firstWaitMs,
      wait: firstWaitMs,
      doublings: countDoublings(steps),
      longest: maxWaitMs,
      forgetAfterMs: forgetMs,
      until: at + forgetMs,
      odd: oddOf(steps, at),
    });
  }

  return {
    /** How many milliseconds there are to wait, 0 for none; never more than the limit itself sets. Counts nothing. */
    waitMs,

    /** Counts one try, if it is free. Answers with the milliseconds to wait where it is not, else 0. */
    async take(counted: Counter): Promise<number> {
      const { limit } = counted;
      const id = keyOf(counted);
      const taken = limit.kind === 'rate' ? await takeOf(limit, id) : await stepOf(limit, id);
      // whoever lost the race to another try waits for that one at least a moment
      return taken > 0 ? 0 : Math.max(1, await waitMs(counted));
    },

    /** The try counted last was none: it never came to be judged, or it was right. */
    async refund(counted: Counter): Promise<void> {
      const { limit } = counted;
      const step = limit.kind === 'rate' ? rateParameters(limit).intervalMs : limit.forgetMs;
      const given = { id: keyOf(counted), step };
      await (limit.kind === 'rate' ? giveBackRate : giveBackSteps).change(given);
    },

    /** Begins anew, as if nothing had been tried. */
    async reset(counted: Counter): Promise<void> {
      await remove.change({ id: keyOf(counted) });
    },

    /** Deletes up to `most` counters that are over. Returns how many. */
    deleteExpired: (most: number) => deleteExpired(db, 'rate_limits', now(), most),
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;
