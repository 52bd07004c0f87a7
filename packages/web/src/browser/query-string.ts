// Parses queries into every key with all its values, in their order. A Map, so that any key is safe, `__proto__`
// included.

/** No legitimate request has more keys; the rest is ignored. */
export const maxQueryKeys = 1000;

/** Parses a query with or without its `?`. Keeps a `%` that encodes nothing. */
export function decodeQuery(query: string): Map<string, string[]> {
  const parts = query.split('&', maxQueryKeys);
  const values = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(parts.join('&'))) {
    const known = values.get(key);
    if (known) known.push(value);
    else values.set(key, [value]);
  }
  return values;
}

/** Returns a query with its `?`, or an empty string without values. */
export function encodeQuery(
  values: Iterable<readonly [string, string | readonly string[]]>,
): string {
  const query = new URLSearchParams();
  for (const [key, given] of values)
    for (const value of typeof given === 'string' ? [given] : given) query.append(key, value);
  return query.size > 0 ? `?${query}` : '';
}
