// The carried parameters of a query: browser and server must read them alike.

/** Query parameters that stay with the user on every path from the first page to the application. */
export const returnParameters = ['appId', 'state', 'request'] as const;

/**
 * The carried parameters of a query as a query of their own, with its `?`, or nothing. One that is empty
 * or given twice is nobody's wish and stays behind. `extra` comes first.
 */
export function returnQuery(search: string, extra: Record<string, string> = {}): string {
  const carried = new URLSearchParams(extra);
  const given = new URLSearchParams(search);
  for (const name of returnParameters) {
    const [value, second] = given.getAll(name);
    if (value && second === undefined) carried.set(name, value);
  }
  return carried.size > 0 ? `?${carried}` : '';
}
