// Sums up what the browser observed. Pure.

import type { Observed } from './observer.ts';

const blockingFromMs = 50;

/** Milliseconds beyond 50 of every long task after the first paint (total blocking time). */
export function blockingMs({ fcpMs, longTasks }: Pick<Observed, 'fcpMs' | 'longTasks'>): number {
  return longTasks.reduce((sum, [startMs, ms]) => {
    const afterPaint = Math.min(ms, startMs + ms - fcpMs);
    return sum + Math.max(0, afterPaint - blockingFromMs);
  }, 0);
}

const gapMs = 1_000;
const windowMs = 5_000;

/** The worst burst of layout shifts: no gap over 1 s in it, 5 s long at most. */
export function layoutShift(shifts: Observed['shifts']): number {
  let [worst, sum, first, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [atMs, value] of shifts) {
    const goesOn = atMs - last <= gapMs && atMs - first <= windowMs;
    sum = goesOn ? sum + value : value;
    first = goesOn ? first : atMs;
    last = atMs;
    worst = Math.max(worst, sum);
  }
  return worst;
}
