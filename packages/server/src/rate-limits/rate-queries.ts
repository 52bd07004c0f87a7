// Prepared statements of rates. `allowed_at` is the time up to which the attempts of a rate are counted.

import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';

/** A lost count only allows one attempt again. */
const relaxed = { relaxedDurability: true };

type Take = {
  id: string;
  at: number;
  stepMs: number;
  /** The attempt is allowed while `allowed_at` is not later than this. */
  latest: number;
  expiresAt: number;
  /** A row that expires later was written by a wrong clock and does not count. */
  maxExpiresAt: number;
};

export function prepareRateQueries(db: Database) {
  const take = prepare(
    db,
    ({ id, at, stepMs, latest, expiresAt, maxExpiresAt }: Take) => {
      const next = sql<number>`case when rate_limits.allowed_at > ${at} and rate_limits.expires_at <= ${maxExpiresAt} then rate_limits.allowed_at else ${at} end + ${stepMs}`;
      return db
        .insertInto('rate_limits')
        .values({
          key: id,
          attempts: 1,
          allowed_at: sql`cast(${at} as bigint) + ${stepMs}`,
          expires_at: expiresAt,
        })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({
              attempts: sql`rate_limits.attempts + 1`,
              allowed_at: next,
              expires_at: expiresAt,
            })
            .where((eb) =>
              eb.or([
                eb('rate_limits.allowed_at', '<=', latest),
                eb('rate_limits.expires_at', '>', maxExpiresAt),
              ]),
            ),
        );
    },
    relaxed,
  );

  const refund = prepare(
    db,
    ({ id, stepMs }: { id: string; stepMs: number }) =>
      db
        .updateTable('rate_limits')
        .set({ attempts: sql`attempts - 1`, allowed_at: sql`allowed_at - ${stepMs}` })
        .where('key', '=', id),
    relaxed,
  );
  return { take, refund };
}
