// Sums up many measurements in one number. Pure.

/** The value below which the share `q` (0–1) of the values lies. NaN when there are none. */
export function quantile(values: ArrayLike<number>, q: number): number {
  const sorted = Float64Array.from(values).sort();
  const index = Math.min(sorted.length - 1, Math.floor(q * sorted.length));
  return sorted[index] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/**
 * Returns how often a random value of `a` is greater than one of `b` (Mann–Whitney U as a share). 0.5: no difference.
 */
export function chanceOfGreater(a: readonly number[], b: readonly number[]): number {
  let wins = 0;
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0;
  return wins / (a.length * b.length);
}

/** The share of such ranges that contain the true median. */
const sureness = 0.95;

/**
 * Returns the range of values that contains the true median, for any distribution (order statistics with a binomial
 * count). Returns undefined for fewer than six values.
 */
export function medianRange(values: readonly number[]): [from: number, to: number] | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const { length } = sorted;
  let [left, chance, beyond] = [-1, 0.5 ** length, 0];
  for (let below = 0; 2 * (beyond + chance) <= 1 - sureness; below += 1) {
    beyond += chance;
    chance *= (length - below) / (below + 1);
    left = below;
  }
  const [from, to] = [sorted[left], sorted[length - 1 - left]];
  return from === undefined || to === undefined ? undefined : [from, to];
}
