// Returns true on the server and until hydration, while an element does not react yet.
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export function useIsBeforeHydration(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
