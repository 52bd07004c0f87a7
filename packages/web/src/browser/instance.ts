// The organisation that runs this instance, provided to every screen by the entry.
import type { Instance } from '@brama/contract/instance';
import { createContext, useContext } from 'react';

export const CurrentInstance = createContext<Instance | undefined>(undefined);

export function useInstance(): Instance {
  const instance = useContext(CurrentInstance);
  if (!instance) throw new Error('the page stands in no CurrentInstance');
  return instance;
}
