// The two kinds of limit there are. Pure: counting itself is the store's.

/**
 * So many in a window, some of them at once: in any stretch of `perMs` at most `most` (GCRA, the leaky bucket
 * as a meter, ITU-T I.371 Annex A).
 */
export type Rate = {
  kind: 'rate';
  name: string;
  max: number;
  perMs: number;
  /** How many of them at once; a quarter where it is not said. */
  burst?: number;
};

/**
 * So many tries in a row are free; after each further one the wait doubles. Forgotten `forgetMs` after the
 * last try, or when a try was right.
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

/** What a rate allows at once, and how long one more takes to come back, in ms. */
export function rateParameters(rate: Rate): { burst: number; intervalMs: number } {
  const { max, perMs } = rate;
  // some at once and the rest evenly: no stretch of `perMs`, wherever it begins, holds more than `most`
  const burst = Math.max(1, rate.burst ?? Math.floor(max / 4));
  return { burst, intervalMs: Math.ceil(perMs / Math.max(1, max - burst)) };
}

/** How many doublings lead from the first wait to the longest, rounded up. */
export function countDoublings({ firstWaitMs, maxWaitMs }: Backoff): number {
  return Math.ceil(Math.log2(maxWaitMs / firstWaitMs));
}
