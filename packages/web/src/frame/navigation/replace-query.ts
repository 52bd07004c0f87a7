// Lets a screen change the query of its address, so that its state can be shared. It adds no history entry, and the
// language switch follows.
import { createContext, useContext } from 'react';

export const ReplaceQuery = createContext<(query: string) => void>(() => undefined);

export function useReplaceQuery(): (query: string) => void {
  return useContext(ReplaceQuery);
}
