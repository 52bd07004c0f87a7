// How a screen changes the query of its own address, so that what is on it can be shared: without a step in the
// history, and the language switch follows.
import { createContext, useContext } from 'react';

export const ReplaceQuery = createContext<(query: string) => void>(() => undefined);

export function useReplaceQuery(): (query: string) => void {
  return useContext(ReplaceQuery);
}
