// Which columns of the list of users this browser shows: a choice of the administrator, without data of users.

const key = 'brama-console-user-columns';

/** Returns the names that were chosen; undefined if none were. */
export function readColumns(): readonly string[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : undefined;
  } catch {
    return undefined;
  }
}

export function storeColumns(names: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(names));
  } catch {
    // blocked: the choice lasts until the page is left
  }
}
