// Asks whether somebody has confirmed: one call at a time, every three seconds, less often while calls
// fail, at once when the user comes back to this page.
import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { onNewsElsewhere } from '../session-news.ts';
import { askStatus, failureOf } from './diia-calls.ts';
import { type Code, countingCodes, type DiiaEvent, type DiiaState, delayMs } from './diia-state.ts';

export function useChecks(state: DiiaState, dispatch: Dispatch<DiiaEvent>): void {
  const counting = useEffectEvent(() => countingCodes(state.living, performance.now()));
  const asks = state.view === 'code' || state.view === 'paused';

  useEffect(() => {
    if (!asks) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let underWay = false;
    let failures = 0;
    let retryAfterMs: number | undefined;

    async function check({ requestId }: Code) {
      try {
        const { sessionId } = await askStatus(requestId, leaving.signal);
        failures = 0;
        if (sessionId === null) dispatch({ type: 'waiting', requestId });
        else dispatch({ type: 'finished', requestId, ticket: sessionId });
        return sessionId === null;
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
      for (const code of counting()) if (!(await check(code))) return;
    }

    async function round() {
      clearTimeout(timer);
      if (underWay) return;
      underWay = true;
      await checkAll();
      underWay = false;
      if (!leaving.signal.aborted) timer = setTimeout(round, delayMs(failures, retryAfterMs));
    }

    const now = () => void round();
    const onReturn = () => {
      if (document.visibilityState === 'visible') now();
    };
    timer = setTimeout(round, delayMs(0));
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
