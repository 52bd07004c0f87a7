// The codes and how long each is checked. Pure; times are milliseconds of a monotonic clock (performance.now).
import { codeKeptMs, mostKeptCodes } from '../../../browser/storage/kept-codes.ts';
import { olderEveryRounds } from '../state/timings.ts';

/** A code that the user may have confirmed or may be confirming. */
export type AskedCode = { requestId: string; shownAt: number };

/** A code to show. */
export type Code = AskedCode & {
  deepLink: string;
  /** The address of this page, to open on another device. */
  pageLink: string;
  /** Wall-clock time when it was shown, for display. */
  updatedAt: Date;
};

export const without = (codes: readonly AskedCode[], requestId: string) =>
  codes.filter((code) => code.requestId !== requestId);

/** Returns the codes with the new one first, limited to what the server remembers. */
export function withCode(codes: readonly AskedCode[], { requestId, shownAt }: AskedCode) {
  const young = codes.filter((code) => shownAt - code.shownAt < codeKeptMs);
  return [{ requestId, shownAt }, ...young].slice(0, mostKeptCodes);
}

/**
 * Returns the codes to check in this round: the newest two every time, older ones rarely, because their confirmation
 * is unlikely.
 */
export function codesOfRound(codes: readonly AskedCode[], now: number, round: number) {
  const counting = codes.filter(({ shownAt }) => now - shownAt < codeKeptMs);
  return round % olderEveryRounds === 0 ? counting : counting.slice(0, 2);
}
