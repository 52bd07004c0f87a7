// The transitions of the Diia screen: every event in every view. Pure; times come with the events.
import { type Code, withCode, without } from '../code/codes.ts';
import {
  atFirst,
  type CheckEvent,
  type DeadEnd,
  type DiiaEvent,
  type DiiaState,
  type FailedCall,
  type Failure,
  type LinkEvent,
} from './diia-state.ts';
import {
  codeUseMs,
  failuresToTell,
  mostFailedLinks,
  mostForgottenCodes,
  mostUnattendedCodes,
} from './timings.ts';

/** Requests a code. The visible code stays until the new one arrives. */
function ask(state: DiiaState): DiiaState {
  return { ...state, asking: state.round, round: state.round + 1 };
}

/** Restarts after a user interaction. */
function afresh(state: DiiaState): DiiaState {
  return ask({ ...atFirst, round: state.round, living: state.living });
}

function rest(state: DiiaState): DiiaState {
  const told = state.told === 'link' ? undefined : state.told;
  return { ...state, view: 'paused', asking: undefined, lack: undefined, told };
}

function end(state: DiiaState, view: DeadEnd): DiiaState {
  return { ...state, view, asking: undefined, living: [] };
}

/** A method that is off responds like an unknown path. */
const isOff = ({ code }: Failure) => code === 'request.not-found';

function linkFailed(state: DiiaState, failure: Failure, at: number): DiiaState {
  if (isOff(failure)) return end(state, 'off');
  const link = state.failures.link + 1;
  const tooOld = state.shown && at - state.shown.shownAt >= codeUseMs;
  const shown = tooOld ? undefined : state.shown;
  const failed: DiiaState = {
    ...state,
    shown,
    lack: shown ? undefined : 'failed',
    asking: undefined,
    failures: { ...state.failures, link },
    retryAfterMs: failure.retryAfterMs,
    // while a code is visible, a failure of the next one need not be announced
    told: !shown || link >= failuresToTell ? 'link' : state.told,
  };
  return link >= mostFailedLinks ? rest(failed) : failed;
}

/** An announced failure stays until the user retries. */
function linkLate(state: DiiaState): DiiaState {
  return state.shown || state.lack === 'failed' ? state : { ...state, lack: 'late' };
}

/** Returns the failure that a new code does not resolve. A failed sign-in stays announced next to the next code. */
function stillTold({ told, unattended }: DiiaState): FailedCall | undefined {
  return told === 'check' || (told === 'session' && unattended === 0) ? told : undefined;
}

function linkArrived(state: DiiaState, code: Code): DiiaState {
  return {
    ...state,
    shown: code,
    lack: undefined,
    asking: undefined,
    living: withCode(state.living, code),
    unattended: state.unattended + 1,
    failures: { ...state.failures, link: 0 },
    retryAfterMs: undefined,
    told: stillTold(state),
  };
}

/** The user asked for a new code: request it at once and announce its result again. */
function renew(state: DiiaState): DiiaState {
  return ask({
    ...state,
    unattended: 0,
    lack: state.lack && 'again',
    told: state.told === 'link' ? undefined : state.told,
  });
}

function checkFailed(state: DiiaState, failure: Failure): DiiaState {
  const check = state.failures.check + 1;
  return {
    ...state,
    failures: { ...state.failures, check },
    retryAfterMs: failure.retryAfterMs,
    told: check >= failuresToTell ? 'check' : state.told,
  };
}

function checkWentWell(state: DiiaState): DiiaState {
  if (state.failures.check === 0) return state;
  return {
    ...state,
    failures: { ...state.failures, check: 0 },
    retryAfterMs: undefined,
    told: state.told === 'check' ? undefined : state.told,
  };
}

/** Drops a code that the server does not know. If it is visible, a new one is requested at once. */
function codeUnknown(state: DiiaState, requestId: string): DiiaState {
  const heard = { ...checkWentWell(state), living: without(state.living, requestId) };
  if (state.view === 'paused' || state.shown?.requestId !== requestId) return heard;
  const forgotten = state.forgotten + 1;
  if (forgotten >= mostForgottenCodes) return end(heard, 'no-cookies');
  return ask({ ...heard, shown: undefined, forgotten });
}

/** Handles the expiry of the visible code. */
function linkDue(state: DiiaState): DiiaState {
  if (state.asking !== undefined) return state;
  return state.unattended >= mostUnattendedCodes ? rest(state) : ask(state);
}

function linkHeard(state: DiiaState, event: LinkEvent): DiiaState {
  // the response to an earlier request
  if (event.round !== state.asking) return state;
  switch (event.type) {
    case 'link-arrived':
      return linkArrived(state, event.code);
    case 'link-late':
      return linkLate(state);
    case 'link-failed':
      return linkFailed(state, event.failure, event.at);
  }
}

function whileShowing(state: DiiaState, event: DiiaEvent): DiiaState {
  switch (event.type) {
    case 'link-arrived':
    case 'link-late':
    case 'link-failed':
      return linkHeard(state, event);
    case 'link-due':
      return linkDue(state);
    case 'cookies-refused':
      return end(state, 'no-cookies');
    case 'attended':
      return state.unattended > 1 ? { ...state, unattended: 1 } : state;
    case 'hidden-long':
      return rest(state);
    case 'stale':
      return ask({ ...state, shown: undefined, unattended: 0 });
    case 'renew':
      return renew(state);
    default:
      return whileAsked(state, event);
  }
}

function checkHeard(state: DiiaState, event: CheckEvent): DiiaState {
  // a ticket is always used, whichever codes were dropped meanwhile: it exists only once
  if (event.type === 'finished')
    return { ...state, view: 'entering', ticket: event.ticket, asking: undefined };
  if (!state.living.some(({ requestId }) => requestId === event.requestId)) return state;
  if (event.type === 'waiting')
    return checkWentWell(state.forgotten === 0 ? state : { ...state, forgotten: 0 });
  const { requestId, failure } = event;
  if (failure.code === 'diia.not-linked') return end(state, 'not-linked');
  if (isOff(failure)) return end(state, 'off');
  const isUnknown = failure.code === 'diia.request-unknown';
  return isUnknown ? codeUnknown(state, requestId) : checkFailed(state, failure);
}

/** Handles the results of checks, also while paused, because the user may be confirming. */
function whileAsked(state: DiiaState, event: DiiaEvent): DiiaState {
  switch (event.type) {
    case 'waiting':
    case 'finished':
    case 'check-failed':
      return checkHeard(state, event);
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
      // its ticket may be used up, so no code of this attempt is checked again
      return event.type === 'session-failed'
        ? { ...afresh({ ...state, living: [] }), told: 'session' }
        : state;
    case 'not-linked':
    case 'off':
    case 'no-cookies':
      return event.type === 'renew' ? afresh(state) : state;
  }
}
