// The configuration on the page, kept in its address (so that it can be shared) and in this tab (so that the way back
// to the page finds it). The page as it was built has the usual one; what was kept comes right after.
import { useEffect, useState } from 'react';
import { useReplaceQuery } from '../frame/replace-query.ts';
import { type Configuration, configurationFrom, isConfigured, queryOf } from './configuration.ts';

const storageKey = 'button-wizard';
/** Browsers refuse more than about three changes of the address a second. */
const settleMs = 300;

// a browser may refuse its storage
function remembered(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

function remember(query: string) {
  try {
    sessionStorage.setItem(storageKey, query);
  } catch {
    // then the address alone keeps it
  }
}

const kept = () => (isConfigured(location.search) ? location.search : remembered());

export function useConfiguration() {
  const [configuration, setConfiguration] = useState<Configuration>(() => configurationFrom(''));
  const [isRead, setIsRead] = useState(false);
  const replaceQuery = useReplaceQuery();

  useEffect(() => {
    setConfiguration(configurationFrom(kept()));
    setIsRead(true);
  }, []);

  useEffect(() => {
    if (!isRead) return;
    remember(queryOf(configuration));
    const timer = setTimeout(() => {
      const query = queryOf(configuration, location.search);
      if (query !== location.search) replaceQuery(query);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [configuration, isRead, replaceQuery]);

  const change = (changed: Partial<Configuration>) =>
    setConfiguration((before) => ({ ...before, ...changed }));
  const reset = () => setConfiguration(configurationFrom(''));
  return { configuration, change, reset };
}
