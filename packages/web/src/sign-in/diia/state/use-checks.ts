// Checks whether the user has confirmed: one call at a time, every three seconds, less often while calls fail. Checks
// every code at once when the user returns to the page.
import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { onNewsElsewhere } from '../../../session/session-broadcast.ts';
import { type AskedCode, codesOfRound } from '../code/codes.ts';
import { askStatus, failureOf } from './diia-calls.ts';
import { type DiiaEvent, type DiiaState, delayMs } from './diia-state.ts';

export function useChecks(state: DiiaState, dispatch: Dispatch<DiiaEvent>): void {
  const codesOf = useEffectEvent((round: number) =>
    codesOfRound(state.living, performance.now(), round),
  );
  const asks = state.view === 'code' || state.view === 'paused';

  useEffect(() => {
    if (!asks) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let underWay = false;
    let hurried = false;
    // another check would void the issued ticket
    let over = false;
    let number = 0;
    let failures = 0;
    let retryAfterMs: number | undefined;

    /** Returns whether the next code should be checked too. */
    async function check({ requestId }: AskedCode) {
      try {
        const { sessionId } = await askStatus(requestId, leaving.signal);
        failures = 0;
        over = sessionId !== null;
        if (sessionId === null) dispatch({ type: 'waiting', requestId });
        else dispatch({ type: 'finished', requestId, ticket: sessionId });
        return !over;
      } catch (error) {
        if (leaving.signal.aborted) return false;
        const failure = failureOf(error);
        dispatch({ type: 'check-failed', requestId, failure });
        if (failure.code === 'diia.request-unknown') return true;
        failures += 1;
        retryAfterMs = failure.retryAfterMs;
        return false;
      }
    }

    async function checkAll() {
      if (hurried) number = 0;
      hurried = false;
      for (const code of codesOf(number)) if (!(await check(code))) return;
      // the next round makes up for an aborted one
      number += 1;
    }

    function goOn() {
      if (over || leaving.signal.aborted) return;
      timer = setTimeout(round, hurried ? 0 : delayMs(failures, retryAfterMs));
    }

    async function round() {
      clearTimeout(timer);
      if (over || underWay) return;
      underWay = true;
      await checkAll();
      underWay = false;
      goOn();
    }

    const now = () => {
      hurried = true;
      void round();
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible') now();
    };
    // codes from before a reload
    if (codesOf(0).length > 0) now();
    else goOn();
    addEventListener('online', now, { signal: leaving.signal });
    document.addEventListener('visibilitychange', onReturn, { signal: leaving.signal });
    const deaf = onNewsElsewhere('came-back', now);
    return () => {
      clearTimeout(timer);
      deaf();
      leaving.abort();
    };
  }, [asks, dispatch]);
}
