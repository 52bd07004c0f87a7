// Pages of lists.

import { cursorOf, type Position } from './cursor.ts';

/** Returns the page of `rows`, which were read with one row more than `limit`. */
export function pageFrom<Row, Item>(
  rows: readonly Row[],
  limit: number,
  filters: object,
  { shown, position }: { shown(row: Row): Item; position(row: Row): Position },
): { items: Item[]; next: string | null } {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(shown),
    next: last === undefined ? null : cursorOf(position(last), filters),
  };
}
