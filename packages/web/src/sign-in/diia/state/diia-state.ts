// The state of the Diia screen and its events; transitions.ts defines the transitions. Times are milliseconds of a
// monotonic clock (performance.now).
import type { ErrorCode } from '@brama/contract/errors';
import type { AskedCode, Code } from '../code/codes.ts';
import { checkEveryMs, slowestCheckMs } from './timings.ts';

/** A failed call: its error code, if the server sent one. */
export type Failure = { code: ErrorCode | undefined; retryAfterMs?: number | undefined };

/** Which call failed. */
export type FailedCall = 'link' | 'check' | 'session';

/** Why there is no code, where the user should know: it is late, it failed, or the user asked again. */
export type Lack = 'late' | 'failed' | 'again';

/** Ends of the Diia flow; each has its own page. */
export type DeadEnd = 'not-linked' | 'off' | 'no-cookies';

export type DiiaState = {
  view: 'code' | 'paused' | 'entering' | DeadEnd;
  /** The code on screen. Undefined while the first code, or the replacement of an expired one, is requested. */
  shown: Code | undefined;
  lack: Lack | undefined;
  /** Codes that are still valid, newest first, also from before a reload. */
  living: readonly AskedCode[];
  /** Number of the running request for a code, if any. */
  asking: number | undefined;
  /** Number of the next request for a code. */
  round: number;
  /** Codes shown since the user last interacted with the page. */
  unattended: number;
  failures: { link: number; check: number };
  /** Consecutive codes that the server did not recognise while they were shown. */
  forgotten: number;
  retryAfterMs: number | undefined;
  /** The failure that is announced. Set once, and kept until that call succeeds or the user retries. */
  told: FailedCall | undefined;
  /** The sign-in ticket to exchange. */
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

/** Returns 3, 6, 12, 12… seconds in milliseconds after failures, or the server's Retry-After if that is longer. */
export function delayMs(failures: number, retryAfterMs = 0): number {
  if (failures === 0) return checkEveryMs;
  return Math.max(Math.min(checkEveryMs * 2 ** (failures - 1), slowestCheckMs), retryAfterMs);
}
