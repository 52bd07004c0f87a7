// The configuration on the page, kept in its address (so that it can be shared) and in this tab (so that the way back
// to the page finds it). The page as it was built has the usual one; what was kept comes right after.
import { type RefObject, useEffect, useState } from 'react';
import { useReplaceQuery } from '../frame/navigation/replace-query.ts';
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

/** What somebody chose before React was in charge of the form; its fields are named as in an address. */
function chosenBefore(form: HTMLFormElement | null): string {
  const entries = form ? [...new FormData(form)] : [];
  const query = new URLSearchParams(entries.map(([name, value]) => [name, `${value}`]));
  return queryOf(configurationFrom(`${query}`));
}

export function useConfiguration(form: RefObject<HTMLFormElement | null>) {
  const [configuration, setConfiguration] = useState<Configuration>(() => configurationFrom(''));
  const [isRead, setIsRead] = useState(false);
  const replaceQuery = useReplaceQuery();

  useEffect(() => {
    // of a field that is said twice the first value counts
    setConfiguration(configurationFrom(`${chosenBefore(form.current)}&${kept().slice(1)}`));
    setIsRead(true);
  }, [form]);

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
