// The whole affair: state, and what makes it go on.
import { useReducer } from 'react';
import { atFirst, reduce } from './diia-state.ts';
import { useChecks } from './use-checks.ts';
import { useExchange } from './use-exchange.ts';
import { useLink } from './use-link.ts';
import { usePresence } from './use-presence.ts';

export function useDiia() {
  const [state, dispatch] = useReducer(reduce, atFirst);
  useLink(state, dispatch);
  useChecks(state, dispatch);
  useExchange(state.view === 'entering' ? state.ticket : undefined, dispatch);
  usePresence({ dispatch, shown: state.shown });
  return { state, renew: () => dispatch({ type: 'renew' }) };
}
