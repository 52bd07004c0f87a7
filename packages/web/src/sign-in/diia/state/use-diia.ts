// The state of the Diia screen and the effects that drive it.
import { useEffect, useReducer } from 'react';
import { keepCodes, readKeptCodes } from '../../../browser/storage/kept-codes.ts';
import type { AskedCode } from '../code/codes.ts';
import { atFirst, type DiiaState } from './diia-state.ts';
import { reduce } from './transitions.ts';
import { useChecks } from './use-checks.ts';
import { useExchange } from './use-exchange.ts';
import { useLink } from './use-link.ts';
import { usePresence } from './use-presence.ts';

/** The monotonic clock restarts with each page; stored values use the wall clock. */
const wallAhead = () => Date.now() - performance.now();

/** Returns the first state with the codes from before a reload, which the user may have confirmed meanwhile. */
function begin(first: DiiaState): DiiaState {
  const ahead = wallAhead();
  const living = readKeptCodes(Date.now()).map(({ requestId, shownAt }) => ({
    requestId,
    shownAt: shownAt - ahead,
  }));
  return { ...first, living };
}

function useKeptCodes(living: readonly AskedCode[]): void {
  useEffect(() => {
    const ahead = wallAhead();
    keepCodes(
      living.map(({ requestId, shownAt }) => ({ requestId, shownAt: Math.floor(shownAt + ahead) })),
    );
  }, [living]);
}

export function useDiia() {
  const [state, dispatch] = useReducer(reduce, atFirst, begin);
  useKeptCodes(state.living);
  useLink(state, dispatch);
  useChecks(state, dispatch);
  useExchange(state.view === 'entering' ? state.ticket : undefined, dispatch);
  usePresence({ dispatch, shown: state.shown });
  return { state, renew: () => dispatch({ type: 'renew' }) };
}
