// Prepared statements of rate limits.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';

type Row = {
  id: string;
  account: string | null;
  expiresAt: number;
  /** A row that expires later was written by a wrong clock and does not count. */
  maxExpiresAt: number;
};

type Next = { attempts: RawBuilder<number>; allowed_at: RawBuilder<number> };

/** Creates the row of a counter with its first `allowed_at`, or updates it if the attempt is allowed. */
function countAttempt(
  db: Database,
  { id, account, expiresAt, maxExpiresAt }: Row,
  first: number | RawBuilder<number>,
  next: Next,
  isAllowed: RawBuilder<SqlBool>,
) {
  return db
    .insertInto('rate_limits')
    .values({ key: id, account, attempts: 1, allowed_at: first, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ ...next, account, expires_at: expiresAt })
        .where(sql<SqlBool>`(${isAllowed} or rate_limits.expires_at > ${maxExpiresAt})`),
    );
}

type RateTake = Row & {
  at: number;
  stepMs: number;
  /** The attempt is allowed while `allowed_at` is not later than this. */
  latest: number;
};

/** `allowed_at` is the time up to which the attempts of a rate are counted. */
export function prepareRateQueries(db: Database) {
  const take = prepare(db, (given: RateTake) => {
    const { at, stepMs, latest, maxExpiresAt } = given;
    const next = {
      attempts: sql<number>`rate_limits.attempts + 1`,
      allowed_at: sql<number>`case when rate_limits.allowed_at > ${at} and rate_limits.expires_at <= ${maxExpiresAt} then rate_limits.allowed_at else ${at} end + ${stepMs}`,
    };
    const first = sql<number>`cast(${at} as bigint) + ${stepMs}`;
    return countAttempt(db, given, first, next, sql`rate_limits.allowed_at <= ${latest}`);
  });
  const refund = prepare(db, ({ id, stepMs }: { id: string; stepMs: number }) =>
    db
      .updateTable('rate_limits')
      .set({ attempts: sql`attempts - 1`, allowed_at: sql`allowed_at - ${stepMs}` })
      .where('key', '=', id),
  );
  return { take, refund };
}

type BackoffTake = Row & {
  at: number;
  freeAttempts: number;
  firstAllowedAt: number;
  firstWaitMs: number;
  doublings: number;
  maxWaitMs: number;
  forgetMs: number;
};

/** The wait doubles with each attempt after the free ones. */
function prepareBackoffTake(db: Database) {
  return prepare(db, (given: BackoffTake) => {
    const { at, freeAttempts: free, firstAllowedAt, forgetMs } = given;
    const next = {
      attempts: sql<number>`case when rate_limits.expires_at <= ${at} then 1 else rate_limits.attempts + 1 end`,
      allowed_at: sql<number>`case
          when rate_limits.expires_at <= ${at} then cast(${firstAllowedAt} as bigint)
          when rate_limits.attempts + 1 < ${free} then cast(${at} as bigint)
          when rate_limits.attempts + 1 - ${free} >= ${given.doublings} then cast(${at} as bigint) + ${given.maxWaitMs}
          else cast(${at} as bigint) + (cast(${given.firstWaitMs} as bigint) << (rate_limits.attempts + 1 - ${free}))
        end`,
    };
    // a free attempt sets no wait, so it allows the next one whatever the clock says
    const isAllowed = sql<SqlBool>`rate_limits.allowed_at <= ${at} or rate_limits.allowed_at <= rate_limits.expires_at - ${forgetMs}`;
    return countAttempt(db, given, firstAllowedAt, next, isAllowed);
  });
}

/** `allowed_at` is the time of the next allowed attempt. */
export function prepareBackoffQueries(db: Database) {
  type Shift = { id: string; seen: number; allowedAt: number; expiresAt: number };
  /** Moves the wait to a new time unless another attempt has changed the row. */
  const shift = prepare(db, ({ id, seen, allowedAt, expiresAt }: Shift) =>
    db
      .updateTable('rate_limits')
      .set({ allowed_at: allowedAt, expires_at: expiresAt })
      .where('key', '=', id)
      .where('allowed_at', '=', seen),
  );
  const refund = prepare(db, ({ id, forgetMs }: { id: string; forgetMs: number }) =>
    db
      .updateTable('rate_limits')
      .set({ attempts: sql`attempts - 1`, allowed_at: sql`expires_at - ${forgetMs}` })
      .where('key', '=', id)
      .where('attempts', '>', 0),
  );
  return { take: prepareBackoffTake(db), shift, refund };
}
