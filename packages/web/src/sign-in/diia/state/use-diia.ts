// The whole affair: state, and what makes it go on.
import { useEffect, useReducer } from 'react';
import { keepCodes, readKeptCodes } from '../../../browser/storage/kept-codes.ts';
import type { AskedCode } from '../code/codes.ts';
import { atFirst, type DiiaState } from './diia-state.ts';
import { reduce } from './transitions.ts';
import { useChecks } from './use-checks.ts';
import { useExchange } from './use-exchange.ts';
import { useLink } from './use-link.ts';
import { usePresence } from './use-presence.ts';

/** The clock of the page begins anew with it; what outlives the page goes by the one on the wall. */
const wallAhead = () => Date.now() - performance.now();

/** As at first, and somebody may have confirmed while this page was being loaded. */
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
