// Query parameters that lead the user back to the application after the sign-in. Browser and server parse them with
// this code.

/** Every page keeps them in its query, from the sign-in to the launch of the application. */
export const returnParameters = ['appId', 'state', 'request'] as const;

/**
 * Returns the return parameters of a query as a query of their own, with its `?`, or an empty string. Empty and repeated
 * parameters are dropped. `extra` comes first.
 */
export function returnQuery(search: string, extra: Record<string, string> = {}): string {
  const kept = new URLSearchParams(extra);
  const given = new URLSearchParams(search);
  for (const name of returnParameters) {
    const [value, second] = given.getAll(name);
    if (value && second === undefined) kept.set(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}
