// The two kinds of limit there are. Pure: counting itself is the store's.

/**
 * So many in a window, some of them at once: in any stretch of `perMs` at most `most` (GCRA, the leaky bucket
 * as a meter, ITU-T I.371 Annex A).
 */
export type Rate = {
  kind: 'rate';
  name: string;
  most: number;
  perMs: number;
  /** How many of them at once; a quarter where it is not said. */
  burst?: number;
};

/**
 * So many tries in a row are free; after each further one the wait doubles. Forgotten `forgetMs` after the
 * last try, or when a try was right.
 */
export type Steps = {
  kind: 'steps';
  name: string;
  free: number;
  firstWaitMs: number;
  longestWaitMs: number;
  forgetMs: number;
};

export type Limit = Rate | Steps;

/** What a rate allows at once, and how long one more takes to come back, in ms. */
export function figuresOf(rate: Rate): { burst: number; intervalMs: number } {
  const { most, perMs } = rate;
  // some at once and the rest evenly: no stretch of `perMs`, wherever it begins, holds more than `most`
  const burst = Math.max(1, rate.burst ?? Math.floor(most / 4));
  return { burst, intervalMs: Math.ceil(perMs / Math.max(1, most - burst)) };
}

/** How many doublings lead from the first wait to the longest, rounded up. */
export function doublingsOf({ firstWaitMs, longestWaitMs }: Steps): number {
  return Math.ceil(Math.log2(longestWaitMs / firstWaitMs));
}
