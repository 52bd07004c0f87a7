// Requests a code while `state.asking` is set. Dispatches `link-due` when the next code is due. The QR library loads
// with the first code; if that fails, the code counts as failed.
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { type Dispatch, useEffect } from 'react';
import { loadCodePlate } from '../code/load-code-plate.ts';
import { askLink, failureOf } from './diia-calls.ts';
import { type DiiaEvent, type DiiaState, delayMs } from './diia-state.ts';
import { codeLifeMs, lateLinkMs } from './timings.ts';

export function useLink(state: DiiaState, dispatch: Dispatch<DiiaEvent>): void {
  const { view, asking, shown, failures, retryAfterMs } = state;

  useEffect(() => {
    if (asking === undefined) return;
    // without a cookie the response would belong to no browser
    if (!navigator.cookieEnabled) return dispatch({ type: 'cookies-refused' });
    const leaving = new AbortController();
    const late = setTimeout(() => dispatch({ type: 'link-late', round: asking }), lateLinkMs);
    const appId = new URLSearchParams(returnQuery(location.search)).get('appId');
    Promise.all([askLink(appId, leaving.signal), loadCodePlate()]).then(
      ([{ requestId, deepLink, pageLink }]) => {
        const code = {
          requestId,
          deepLink,
          pageLink,
          shownAt: performance.now(),
          updatedAt: new Date(),
        };
        dispatch({ type: 'link-arrived', round: asking, code });
      },
      (error) => {
        if (leaving.signal.aborted) return;
        const at = performance.now();
        dispatch({ type: 'link-failed', round: asking, failure: failureOf(error), at });
      },
    );
    return () => {
      clearTimeout(late);
      leaving.abort();
    };
  }, [asking, dispatch]);

  useEffect(() => {
    if (view !== 'code' || asking !== undefined) return;
    const failed = failures.link || (shown ? 0 : failures.check);
    const left = shown ? shown.shownAt + codeLifeMs - performance.now() : 0;
    const wait = failed > 0 ? delayMs(failed, retryAfterMs) : left;
    const due = () => dispatch({ type: 'link-due' });
    const timer = setTimeout(due, Math.max(0, wait));
    if (failed > 0) addEventListener('online', due);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', due);
    };
  }, [view, asking, shown, failures, retryAfterMs, dispatch]);
}
