// The users whom an administrator has selected in a list, for `/bulk/new?from=selection`: ids only, kept in this tab.

const key = 'brama-console-bulk-selection';

/** The server refuses a longer list. */
export const maxSelected = 2000;

export function storeBulkSelection(ids: readonly string[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(ids.slice(0, maxSelected)));
  } catch {
    // blocked: the page shows no selection
  }
}

export function readBulkSelection(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function forgetBulkSelection(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // blocked: nothing was stored
  }
}
