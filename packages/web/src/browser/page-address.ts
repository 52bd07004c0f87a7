// The address of the current page, provided by each entry. The language switch takes its path and query from it, other
// links the return parameters.
import type { PageAddress } from '@brama/contract/pages/renderer';
import { createContext, useContext, useSyncExternalStore } from 'react';

export const CurrentAddress = createContext<PageAddress>({ path: '', query: '', carried: '' });

export function usePageAddress(): PageAddress {
  return useContext(CurrentAddress);
}

function onHashChange(changed: () => void) {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The fragment of the address with its `#`; never sent to the server, so unknown while the server renders. */
export function useHash(): string {
  return useSyncExternalStore(
    onHashChange,
    () => location.hash,
    () => '',
  );
}
