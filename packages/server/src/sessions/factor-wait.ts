// Second factors that do not count yet. “This wasn’t me” removes young factors, also in a session that has shown none. A thief of the
// mailbox could add an own one afterwards, so new factors raise no sign-in for some days. Decision 0060.

import type { Queries } from '../database/connect.ts';
import {
  clearFactorsCountFrom,
  readFactorsCountFrom,
  writeFactorsCountFrom,
} from '../users/second-factor-times.ts';
import { amrOf, amrWithFactor } from './assurance.ts';
import type { Session } from './session.ts';

const dayMs = 24 * 3_600_000;
const factorWaitMs = 7 * dayMs;
/** The clocks of nodes differ by less. Factors that are older than the wait are older by many days. */
const clockMarginMs = dayMs;

/** When the newest factors of a user count from; null or undefined for at once. */
type CountFrom = number | null | undefined;

/**
 * Returns whether a factor does not count yet, because it was added after the wait has begun. Factors from before are at least 30 days older,
 * because the younger ones were removed then.
 */
export function isHeldBack(
  { addedAt }: { addedAt: number },
  countFrom: CountFrom,
  now: number,
): boolean {
  return (
    countFrom != null && now < countFrom && addedAt >= countFrom - factorWaitMs - clockMarginMs
  );
}

/** Returns from when the newest factors of the user count; undefined if they count now. */
export async function findCountFrom(
  queries: Queries,
  userId: string,
  now: number,
): Promise<number | undefined> {
  const countFrom = (await readFactorsCountFrom(queries, userId)) ?? 0;
  return now < countFrom ? countFrom : undefined;
}

/** Begins the wait at `at`. Returns from when new factors count. */
export async function startFactorWait(
  queries: Queries,
  userId: string,
  at: number,
): Promise<number> {
  const countFrom = at + factorWaitMs;
  await writeFactorsCountFrom(queries, userId, countFrom);
  return countFrom;
}

/** Ends the wait, if there is one: all factors of the user count. */
export const endFactorWait = (queries: Queries, userId: string): Promise<void> =>
  clearFactorsCountFrom(queries, userId);

/** Returns whether Diia, or a factor that counts, confirms what happens in this session. */
export function endsFactorWait({ method, amr }: Pick<Session, 'method' | 'amr'>): boolean {
  return method === 'diia' || amrOf({ method, amr }).includes('mfa');
}

/**
 * Returns the `amr` of a sign-in to which the user has added this factor. A factor that does not count yet adds itself, but no `mfa`. After Diia every
 * factor counts.
 */
export async function findAmrWithFactor(
  queries: Queries,
  signIn: Pick<Session, 'userId' | 'method' | 'amr'>,
  factor: { amr: readonly string[]; addedAt: number },
  now: number,
): Promise<string[]> {
  const countFrom =
    signIn.method === 'diia' ? undefined : await findCountFrom(queries, signIn.userId, now);
  return amrWithFactor(signIn, factor.amr, { counts: !isHeldBack(factor, countFrom, now) });
}
