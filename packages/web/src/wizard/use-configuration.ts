// Holds the configuration, in the address (for sharing) and in this tab (for returning to the page). The prerendered
// page shows the defaults; the stored values follow after hydration.
import { type RefObject, useEffect, useState } from 'react';
import { useReplaceQuery } from '../frame/navigation/replace-query.ts';
import { type Configuration, configurationFrom, isConfigured, queryOf } from './configuration.ts';

const storageKey = 'button-wizard';
/** Browsers limit address changes to about three per second. */
const settleMs = 300;

// the browser may deny storage
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
    // then only the address keeps it
  }
}

const kept = () => (isConfigured(location.search) ? location.search : remembered());

/** Returns what the user chose before hydration. The fields have the same names as in the address. */
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
    // for a repeated field the first value counts
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
