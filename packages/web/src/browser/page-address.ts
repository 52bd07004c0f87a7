// The address of the page that is shown, given by each entry: links keep what they must of it.
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
