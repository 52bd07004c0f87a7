// Pages of lists, and the cursors that say where the next page begins. A cursor is bound to the filters of its list and is no secret.

import { createHash } from 'node:crypto';
import { fail } from '../errors.ts';

/** The value by which the list is sorted, and the id of the last item. */
export type Position = { key: string; id: string };

/** Returns a short name of the list and its filters. */
function nameOf(filters: object): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);
}

export function cursorOf({ key, id }: Position, filters: object): string {
  return Buffer.from(JSON.stringify([nameOf(filters), key, id])).toString('base64url');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const refuse = () =>
  fail('request.invalid', { fields: { cursor: 'is not a cursor of this list' } });

/** @throws `request.invalid` for anything but a cursor of this list with the same filters. */
export function positionOf(cursor: string | undefined, filters: object): Position | undefined {
  if (cursor === undefined) return undefined;
  const parts = parse(cursor);
  const [name, key, id, ...rest] = Array.isArray(parts) ? (parts as unknown[]) : [];
  if (
    name !== nameOf(filters) ||
    typeof key !== 'string' ||
    typeof id !== 'string' ||
    // PostgreSQL rejects NUL
    (key + id).includes('\0') ||
    rest.length > 0
  )
    refuse();
  return { key: key as string, id: id as string };
}

/** Does the same for a list that is sorted by a time: `key` is in epoch milliseconds. */
export function timePositionOf(cursor: string | undefined, filters: object): Position | undefined {
  const position = positionOf(cursor, filters);
  return position && !/^\d{1,15}$/.test(position.key) ? refuse() : position;
}

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
