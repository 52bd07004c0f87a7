// Codes and how long each is asked about. Pure: times in milliseconds of a clock that never goes back
// (performance.now).
import { codeKeptMs, mostKeptCodes } from '../../../browser/storage/kept-codes.ts';
import { olderEveryRounds } from '../state/timings.ts';

/** A code that somebody may have confirmed, or may be confirming. */
export type AskedCode = { requestId: string; shownAt: number };

/** A code to be drawn. */
export type Code = AskedCode & {
  deepLink: string;
  /** This page, to be opened somewhere else. */
  pageLink: string;
  /** When it was shown by the clock on the wall, to be read. */
  updatedAt: Date;
};

export const without = (codes: readonly AskedCode[], requestId: string) =>
  codes.filter((code) => code.requestId !== requestId);

/** Newest first. The server knows of none that is older. */
export function withCode(codes: readonly AskedCode[], { requestId, shownAt }: AskedCode) {
  const young = codes.filter((code) => shownAt - code.shownAt < codeKeptMs);
  return [{ requestId, shownAt }, ...young].slice(0, mostKeptCodes);
}

/** Whom a round asks about: the newest two every time, the older ones, of which little is to be expected, seldom. */
export function codesOfRound(codes: readonly AskedCode[], now: number, round: number) {
  const counting = codes.filter(({ shownAt }) => now - shownAt < codeKeptMs);
  return round % olderEveryRounds === 0 ? counting : counting.slice(0, 2);
}
