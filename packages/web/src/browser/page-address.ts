// The address of the page that is shown, told by each entry: links keep what they must of it. While a
// page is prerendered the parts are marks, so they are only ever put together, never looked into.
import { createContext, useContext, useSyncExternalStore } from 'react';

export type PageAddress = {
  /** Path below the language, without slashes around it; empty on the sign-in page. */
  path: string;
  /** The whole query with its `?`, or nothing. */
  query: string;
  /** Its carried parameters alone, as a query. */
  carried: string;
};

export const CurrentAddress = createContext<PageAddress>({ path: '', query: '', carried: '' });

export function usePageAddress(): PageAddress {
  return useContext(CurrentAddress);
}

function onHashChange(changed: () => void) {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The fragment of the address with its `#`; never sent to the server, so unknown while prerendering. */
export function useHash(): string {
  return useSyncExternalStore(
    onHashChange,
    () => location.hash,
    () => '',
  );
}
