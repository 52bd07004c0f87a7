// Queries as data: every key with all its values, in the order they came. A Map, so that a key may be
// called anything, `__proto__` too.

/** More keys than this nobody sends in earnest; the rest is not read. */
export const maxQueryKeys = 1000;

/** Reads a query with or without its `?`. A `%` that encodes nothing stands for itself. */
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

/** Writes a query with its `?`, or nothing when there are no values. */
export function encodeQuery(
  values: Iterable<readonly [string, string | readonly string[]]>,
): string {
  const query = new URLSearchParams();
  for (const [key, given] of values)
    for (const value of typeof given === 'string' ? [given] : given) query.append(key, value);
  return query.size > 0 ? `?${query}` : '';
}
