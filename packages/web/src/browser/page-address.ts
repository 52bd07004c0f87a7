// The address of the page that is shown, told by each entry: links keep what they must of it. While a
// page is prerendered the parts are marks, so they are only ever put together, never looked into.
import { createContext, useContext, useSyncExternalStore } from 'react';

export type PageAddress = {
  /** Path below the language, without slashes around it. Empty on the sign-in page. */
  path: string;
  /** The whole query with its `?`, or an empty string. */
  query: string;
  /** Only its return parameters, as a query. */
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

/** Returns the fragment of the address with its `#`. The server never receives it, so a server render has none. */
export function useHash(): string {
  return useSyncExternalStore(
    onHashChange,
    () => location.hash,
    () => '',
  );
}
