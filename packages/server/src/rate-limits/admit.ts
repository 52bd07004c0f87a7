// Counts attempts with passwords and codes before they are evaluated, and refuses those that must wait.

import type { ErrorCode } from '@brama/contract/errors';
import type { Statement } from '../database/direct.ts';
import { fail } from '../errors.ts';
import { toSeconds } from './limit-kinds.ts';
import type { Counter, RateLimits } from './rate-limits.ts';

type Limits = Pick<RateLimits, 'takeAll' | 'refund' | 'refunding' | 'resetting'>;

/** An attempt that may be evaluated. */
export type CountedAttempt = {
  /** The attempt succeeded: these statements forget the first counter and refund the others. */
  refunds(): Statement[];
  /** Refunds all counters of an attempt that does not count. */
  withdraw(): Promise<void>;
};

/** @throws `code` with the seconds to wait */
export const refuseAttempt = (code: ErrorCode, waitMs: number): never =>
  fail(code, { retryAfterSeconds: toSeconds(waitMs) });

/** Returns the attempt that `takeAll` has counted. The statements keep the order in which it has locked the rows. */
export const countedAttempt = (limits: Limits, counters: readonly Counter[]): CountedAttempt => ({
  refunds: () =>
    counters.map((one, at) => (at === 0 ? limits.resetting(one) : limits.refunding(one))),
  async withdraw() {
    await Promise.all(counters.map(limits.refund));
  },
});

/** Counts the attempt under all of these limits. @throws `code` with the seconds to wait, if one refuses */
export async function admit(
  limits: Limits,
  counters: readonly Counter[],
  code: ErrorCode,
): Promise<CountedAttempt> {
  const refusal = await limits.takeAll(counters);
  return refusal ? refuseAttempt(code, refusal.waitMs) : countedAttempt(limits, counters);
}
