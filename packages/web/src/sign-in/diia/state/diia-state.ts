// What the screen of Diia knows, and what may happen to it (transitions.ts: what follows). Times are
// milliseconds of a clock that never goes back (performance.now).
import type { ErrorCode } from '@brama/contract/errors';
import type { AskedCode, Code } from '../code/codes.ts';
import { checkEveryMs, slowestCheckMs } from './timings.ts';

/** What a failed call tells: its code, when the server gave one. */
export type Failure = { code: ErrorCode | undefined; retryAfterMs?: number | undefined };

/** Of which call. */
export type FailedCall = 'link' | 'check' | 'session';

/** Why there is no code, as far as it is worth saying: it takes long, did not come, was asked for again by hand. */
export type Lack = 'late' | 'failed' | 'again';

/** Ends of the way through Diia, each a page of its own. */
export type DeadEnd = 'not-linked' | 'off' | 'no-cookies';

export type DiiaState = {
  view: 'code' | 'paused' | 'entering' | DeadEnd;
  /** The code that is drawn; nothing while the first, or one in place of a stale one, is on its way. */
  shown: Code | undefined;
  lack: Lack | undefined;
  /** Codes that still count, newest first; also of this page before it was loaded anew. */
  living: readonly AskedCode[];
  /** Which request for a code is under way; nothing when none is. */
  asking: number | undefined;
  /** Number of the next request for a code. */
  round: number;
  /** Codes shown since somebody last touched the page. */
  unattended: number;
  failures: { link: number; check: number };
  /** Codes in a row that the server did not know again while they were drawn. */
  forgotten: number;
  retryAfterMs: number | undefined;
  /** What is said aloud: set once, and kept until that call goes well again or is made by hand. */
  told: FailedCall | undefined;
  /** The sign-in ticket to be exchanged. */
  ticket: string | undefined;
};

export type DiiaEvent =
  | { type: 'link-arrived'; round: number; code: Code }
  | { type: 'link-late'; round: number }
  | { type: 'link-failed'; round: number; failure: Failure; at: number }
  | { type: 'link-due' }
  | { type: 'cookies-refused' }
  | { type: 'waiting'; requestId: string }
  | { type: 'finished'; requestId: string; ticket: string }
  | { type: 'check-failed'; requestId: string; failure: Failure }
  | { type: 'session-failed' }
  | { type: 'attended' }
  | { type: 'hidden-long' }
  | { type: 'stale' }
  | { type: 'renew' };

export type LinkEvent = Extract<DiiaEvent, { round: number }>;
export type CheckEvent = Extract<DiiaEvent, { requestId: string }>;

export const atFirst: DiiaState = {
  view: 'code',
  shown: undefined,
  lack: undefined,
  living: [],
  asking: 1,
  round: 2,
  unattended: 0,
  failures: { link: 0, check: 0 },
  forgotten: 0,
  retryAfterMs: undefined,
  told: undefined,
  ticket: undefined,
};

/** After failures 3, 6, 12, 12… seconds, or as long as the server asks for, if that is longer. */
export function delayMs(failures: number, retryAfterMs = 0): number {
  if (failures === 0) return checkEveryMs;
  return Math.max(Math.min(checkEveryMs * 2 ** (failures - 1), slowestCheckMs), retryAfterMs);
}
