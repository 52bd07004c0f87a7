// The two kinds of rate limits, and their arithmetic. Pure: `rate-limits.ts` counts in the database.

/**
 * At most `max` attempts in any period of `perMs`, some of them at once (GCRA, the leaky bucket as a meter,
 * ITU-T I.371 Annex A).
 */
export type Rate = {
  kind: 'rate';
  name: string;
  max: number;
  perMs: number;
  /** Attempts that are allowed at once. Default: a quarter of `max`. */
  burst?: number;
};

/**
 * Some attempts in a row are free. The wait doubles after each further one. The counter is forgotten `forgetMs` after the
 * last attempt, or when an attempt succeeds.
 */
export type Backoff = {
  kind: 'backoff';
  name: string;
  freeAttempts: number;
  firstWaitMs: number;
  maxWaitMs: number;
  forgetMs: number;
};

export type Limit = Rate | Backoff;

const minuteMs = 60_000;

/** Wrong passwords or codes from one place: after the free attempts the wait doubles from 15 seconds to 15 minutes. */
export const wrongAttempts = (name: string, freeAttempts: number): Backoff => ({
  kind: 'backoff',
  name,
  freeAttempts,
  firstWaitMs: 15_000,
  maxWaitMs: 15 * minuteMs,
  forgetMs: 60 * minuteMs,
});

/** Returns the seconds to wait, as `Retry-After` gives them. */
export const toSeconds = (ms: number) => Math.ceil(ms / 1000);

/** Returns how many attempts a rate allows at once, and after how many milliseconds it allows one more. */
export function rateParameters(rate: Rate): { burst: number; intervalMs: number } {
  const { max, perMs } = rate;
  // a burst and evenly spaced attempts after it: no period of `perMs` holds more than `max`
  const burst = Math.max(1, rate.burst ?? Math.floor(max / 4));
  return { burst, intervalMs: Math.ceil(perMs / Math.max(1, max - burst)) };
}

/** Returns how often the first wait doubles until it reaches the longest, rounded up. */
export function countDoublings({ firstWaitMs, maxWaitMs }: Backoff): number {
  return Math.ceil(Math.log2(maxWaitMs / firstWaitMs));
}
