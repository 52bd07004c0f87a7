// Compares the numbers of rows of a copy with those that were counted before.

import { Refusal } from './refusal.ts';

type Rows = Readonly<Record<string, number>>;

/** `what`: the name of the copy. @throws {Refusal} naming the first table that differs. */
export function sameRows(what: string, found: Rows, expected: Rows): void {
  const tables = new Set([...Object.keys(expected), ...Object.keys(found)]);
  for (const table of [...tables].sort()) {
    const [has, needs] = [found[table] ?? 0, expected[table] ?? 0];
    if (has !== needs || !Object.hasOwn(found, table) || !Object.hasOwn(expected, table))
      throw new Refusal(`${what} is incomplete: the table ${table} has ${has} rows, not ${needs}.`);
  }
}
