// Prepared statements of backoffs. `allowed_at` is the time of the next allowed attempt.

import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';

/** A lost count only allows one attempt again. */
const relaxed = { relaxedDurability: true };

type Take = {
  id: string;
  at: number;
  freeAttempts: number;
  firstAllowedAt: number;
  firstWaitMs: number;
  doublings: number;
  maxWaitMs: number;
  forgetMs: number;
  expiresAt: number;
  /** A row that expires later was written by a wrong clock and does not count. */
  maxExpiresAt: number;
};

/** Counts an attempt unless its counter has to wait. The wait doubles with each attempt after the free ones. */
function prepareTake(db: Database) {
  return prepare(
    db,
    (given: Take) => {
      const { id, at, freeAttempts: free, forgetMs, expiresAt, maxExpiresAt } = given;
      const attempts = sql<number>`case when rate_limits.expires_at <= ${at} then 1 else rate_limits.attempts + 1 end`;
      const allowedAt = sql<number>`case
        when rate_limits.expires_at <= ${at} then cast(${given.firstAllowedAt} as bigint)
        when rate_limits.attempts + 1 < ${free} then cast(${at} as bigint)
        when rate_limits.attempts + 1 - ${free} >= ${given.doublings} then cast(${at} as bigint) + ${given.maxWaitMs}
        else cast(${at} as bigint) + (cast(${given.firstWaitMs} as bigint) << (rate_limits.attempts + 1 - ${free}))
      end`;
      return db
        .insertInto('rate_limits')
        .values({
          key: id,
          attempts: 1,
          allowed_at: given.firstAllowedAt,
          expires_at: expiresAt,
        })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ attempts, allowed_at: allowedAt, expires_at: expiresAt })
            .where((eb) =>
              eb.or([
                eb('rate_limits.allowed_at', '<=', at),
                eb('rate_limits.expires_at', '>', maxExpiresAt),
                // a free attempt sets no wait, so it allows the next one whatever the clock says
                eb(
                  'rate_limits.allowed_at',
                  '<=',
                  sql<number>`rate_limits.expires_at - ${forgetMs}`,
                ),
              ]),
            ),
        );
    },
    relaxed,
  );
}

type Shift = { id: string; seen: number; allowedAt: number; expiresAt: number };

export function prepareBackoffQueries(db: Database) {
  /** Moves the wait to a new time unless another attempt has changed the row. */
  const shift = prepare(
    db,
    ({ id, seen, allowedAt, expiresAt }: Shift) =>
      db
        .updateTable('rate_limits')
        .set({ allowed_at: allowedAt, expires_at: expiresAt })
        .where('key', '=', id)
        .where('allowed_at', '=', seen),
    relaxed,
  );
  const refund = prepare(
    db,
    ({ id, forgetMs }: { id: string; forgetMs: number }) =>
      db
        .updateTable('rate_limits')
        .set({ attempts: sql`attempts - 1`, allowed_at: sql`expires_at - ${forgetMs}` })
        .where('key', '=', id)
        .where('attempts', '>', 0),
    relaxed,
  );
  return { take: prepareTake(db), shift, refund };
}
