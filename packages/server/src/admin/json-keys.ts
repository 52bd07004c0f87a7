// Counts the keys of a JSON text and those of its value: JSON.parse keeps the last of duplicate keys without a word. Pure.

/** Returns the number of keys at all levels; NaN for a value with more than `maxDepth` levels within each other. */
export function countKeys(value: unknown, maxDepth: number): number {
  if (value === null || typeof value !== 'object') return 0;
  if (maxDepth < 0) return Number.NaN;
  const below = Array.isArray(value) ? value : Object.values(value);
  let keys = Array.isArray(value) ? 0 : below.length;
  for (const one of below) keys += countKeys(one, maxDepth - 1);
  return keys;
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

/** Returns the number of keys written in a valid JSON text: strings that a colon follows. */
export function countWrittenKeys(json: string): number {
  let keys = 0;
  for (let start = json.indexOf('"'); start >= 0; ) {
    let end = start + 1;
    for (let c = json.charCodeAt(end); c !== quote; c = json.charCodeAt(++end))
      if (c === backslash) end++;
    let next = end + 1;
    while (json.charCodeAt(next) <= 0x20) next++;
    if (json.charCodeAt(next) === colon) keys++;
    start = json.indexOf('"', next);
  }
  return keys;
}
