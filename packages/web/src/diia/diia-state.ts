// What the screen of Diia knows and what follows from what happens. Pure: times come with the events, in
// milliseconds of a clock that never goes back (performance.now).
import type { ErrorCode } from '@brama/contract/errors';
import {
  checkEveryMs,
  codeGraceMs,
  codeUseMs,
  failuresToTell,
  mostFailedLinks,
  mostUnattendedCodes,
  slowestCheckMs,
} from './timings.ts';

export type Code = {
  requestId: string;
  deepLink: string;
  /** This page, to be opened somewhere else. */
  pageLink: string;
  shownAt: number;
  /** The same moment by the clock on the wall, to be read. */
  updatedAt: Date;
};

/** What a failed call tells: its code, when the server gave one. */
export type Failure = { code: ErrorCode | undefined; retryAfterMs?: number | undefined };

/** Of which call. */
export type FailedCall = 'link' | 'check' | 'session';

export type DiiaState = {
  view: 'code' | 'paused' | 'entering' | 'not-linked' | 'off';
  /** The code that is drawn; nothing while the first, or one in place of a stale one, is on its way. */
  shown: Code | undefined;
  /** Codes that still count, newest first: the one shown and the one before. */
  living: readonly Code[];
  /** Which request for a code is under way; nothing when none is. */
  asking: number | undefined;
  /** Number of the next request for a code. */
  round: number;
  /** Codes shown since somebody last touched the page. */
  unattended: number;
  failures: { link: number; check: number };
  retryAfterMs: number | undefined;
  /** What is said aloud: set once, and kept until that call goes well again. */
  told: FailedCall | undefined;
  /** The sign-in ticket to be exchanged. */
  ticket: string | undefined;
};

export type DiiaEvent =
  | { type: 'link-arrived'; round: number; code: Code }
  | { type: 'link-failed'; round: number; failure: Failure; at: number }
  | { type: 'link-due' }
  | { type: 'waiting'; requestId: string }
  | { type: 'finished'; requestId: string; ticket: string }
  | { type: 'check-failed'; requestId: string; failure: Failure }
  | { type: 'session-failed' }
  | { type: 'attended' }
  | { type: 'hidden-long' }
  | { type: 'stale' }
  | { type: 'renew' };

export const atFirst: DiiaState = {
  view: 'code',
  shown: undefined,
  living: [],
  asking: 1,
  round: 2,
  unattended: 0,
  failures: { link: 0, check: 0 },
  retryAfterMs: undefined,
  told: undefined,
  ticket: undefined,
};

/** Asks for a code; what is drawn stays until it comes. */
function ask(state: DiiaState): DiiaState {
  return { ...state, asking: state.round, round: state.round + 1 };
}

/** From the beginning, with a person in front of it. */
function afresh(state: DiiaState): DiiaState {
  return ask({ ...atFirst, round: state.round, living: state.living });
}

function rest(state: DiiaState): DiiaState {
  return { ...state, view: 'paused', asking: undefined };
}

/** Methods that are switched off answer as if they were unknown. */
const isOff = ({ code }: Failure) => code === 'request.not-found';

function linkFailed(state: DiiaState, failure: Failure, at: number): DiiaState {
  if (isOff(failure)) return { ...state, view: 'off', asking: undefined, living: [] };
  const link = state.failures.link + 1;
  const tooOld = state.shown && at - state.shown.shownAt >= codeUseMs;
  const failed = {
    ...state,
    shown: tooOld ? undefined : state.shown,
    asking: undefined,
    failures: { ...state.failures, link },
    retryAfterMs: failure.retryAfterMs,
    told: link >= failuresToTell ? ('link' as const) : state.told,
  };
  return link >= mostFailedLinks ? rest(failed) : failed;
}

/** What a new code does not put right. A failed sign-in is told beside the code that came after it. */
function stillTold({ told, unattended }: DiiaState): FailedCall | undefined {
  return told === 'check' || (told === 'session' && unattended === 0) ? told : undefined;
}

function linkArrived(state: DiiaState, code: Code): DiiaState {
  return {
    ...state,
    shown: code,
    asking: undefined,
    living: [code, ...state.living.slice(0, 1)],
    unattended: state.unattended + 1,
    failures: { ...state.failures, link: 0 },
    retryAfterMs: undefined,
    told: stillTold(state),
  };
}

function checkFailed(state: DiiaState, requestId: string, failure: Failure): DiiaState {
  if (failure.code === 'diia.not-linked') return { ...state, view: 'not-linked', living: [] };
  if (isOff(failure)) return { ...state, view: 'off', asking: undefined, living: [] };
  const unknown = failure.code === 'diia.request-unknown';
  const living = unknown
    ? state.living.filter((code) => code.requestId !== requestId)
    : state.living;
  // a code that is over and no longer drawn is no failure
  if (unknown && state.shown?.requestId !== requestId) return { ...state, living };
  const check = state.failures.check + 1;
  return {
    ...state,
    living,
    shown: unknown ? undefined : state.shown,
    failures: { ...state.failures, check },
    retryAfterMs: failure.retryAfterMs,
    told: check >= failuresToTell ? 'check' : state.told,
  };
}

function wentWell(state: DiiaState): DiiaState {
  if (state.failures.check === 0) return state;
  return {
    ...state,
    failures: { ...state.failures, check: 0 },
    retryAfterMs: undefined,
    told: state.told === 'check' ? undefined : state.told,
  };
}

/** Time for the next code. */
function linkDue(state: DiiaState): DiiaState {
  if (state.asking !== undefined) return state;
  return state.unattended >= mostUnattendedCodes ? rest(state) : ask(state);
}

function whileShowing(state: DiiaState, event: DiiaEvent): DiiaState {
  switch (event.type) {
    case 'link-arrived':
      return event.round === state.asking ? linkArrived(state, event.code) : state;
    case 'link-failed':
      return event.round === state.asking ? linkFailed(state, event.failure, event.at) : state;
    case 'link-due':
      return linkDue(state);
    case 'attended':
      return state.unattended > 1 ? { ...state, unattended: 1 } : state;
    case 'hidden-long':
      return rest(state);
    case 'stale':
      return ask({ ...state, shown: undefined, unattended: 0 });
    case 'renew':
      return ask({ ...state, unattended: 0 });
    default:
      return whileAsked(state, event);
  }
}

/** What comes of checks; also while resting, for somebody may just be confirming. */
function whileAsked(state: DiiaState, event: DiiaEvent): DiiaState {
  const known = (id: string) => state.living.some(({ requestId }) => requestId === id);
  switch (event.type) {
    case 'waiting':
      return known(event.requestId) ? wentWell(state) : state;
    case 'finished':
      if (!known(event.requestId)) return state;
      return { ...state, view: 'entering', ticket: event.ticket, asking: undefined };
    case 'check-failed':
      return known(event.requestId) ? checkFailed(state, event.requestId, event.failure) : state;
    case 'renew':
      return afresh(state);
    default:
      return state;
  }
}

export function reduce(state: DiiaState, event: DiiaEvent): DiiaState {
  switch (state.view) {
    case 'code':
      return whileShowing(state, event);
    case 'paused':
      return whileAsked(state, event);
    case 'entering':
      // its ticket may be used up: nothing of this attempt is asked about again
      return event.type === 'session-failed'
        ? { ...afresh({ ...state, living: [] }), told: 'session' }
        : state;
    case 'not-linked':
    case 'off':
      return event.type === 'renew' ? afresh({ ...state, living: [] }) : state;
  }
}

/** After failures 3, 6, 12, 12… seconds, or as long as the server asks for, if that is longer. */
export function delayMs(failures: number, retryAfterMs = 0): number {
  if (failures === 0) return checkEveryMs;
  return Math.max(Math.min(checkEveryMs * 2 ** (failures - 1), slowestCheckMs), retryAfterMs);
}

/** Codes worth asking about at this moment. */
export function countingCodes(living: readonly Code[], now: number): readonly Code[] {
  return living.filter(({ shownAt }) => now - shownAt < codeGraceMs);
}
