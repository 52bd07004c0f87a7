// Tables of values in the mappings of files and of the register.

/** Tables and headers compare values without case. */
const valueKey = (value: string) => value.normalize('NFC').trim().toLowerCase();

const foldedTables = new WeakMap<object, Map<string, unknown>>();

function foldedTable<Value>(values: Record<string, Value>): Map<string, Value> {
  const known = foldedTables.get(values) as Map<string, Value> | undefined;
  if (known) return known;
  const table = new Map<string, Value>();
  for (const [value, result] of Object.entries(values)) {
    const key = valueKey(value);
    if (!table.has(key)) table.set(key, result);
  }
  foldedTables.set(values, table);
  return table;
}

/** Returns what the table has for this value. Of several keys that differ only by case, the first one counts. */
export const lookUp = <Value>(values: Record<string, Value>, text: string): Value | undefined =>
  foldedTable(values).get(valueKey(text));
