// The users whom an administrator has selected in a list, for `/bulk/new?from=selection`: ids only, kept in this tab.

import { keep, readKept } from './tab-storage.ts';

const key = 'bulk-selection';

/** The server refuses a longer list. */
export const maxSelected = 2000;

export function storeBulkSelection(ids: readonly string[]): void {
  keep(key, ids.slice(0, maxSelected));
}

export function readBulkSelection(): readonly string[] {
  const kept = readKept(key);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}
