// What a search and the filters of a list of users mean on each database.

import { type RawBuilder, sql } from 'kysely';
import { partsOfSearch } from './search-text.ts';

export type UserFilters = {
  /** A part of names, the username, the address or a number. */
  q?: string | undefined;
  disabled?: boolean | undefined;
  group?: string | undefined;
  role?: string | undefined;
};

/** A condition on `users u` and `user_search s`. */
export type Condition = {
  test: RawBuilder<unknown>;
  /** The end of a statement that returns the ids of all users who meet it, as `user_id`; begins after `select`. */
  ids?: RawBuilder<unknown>;
  /** All users who may meet it, as `users u` and `user_search s`, where the database would not find them by its index itself. */
  from?: RawBuilder<unknown>;
};

export const join = (parts: readonly RawBuilder<unknown>[], word: 'and' | 'or') =>
  sql`(${sql.join(parts, sql.raw(` ${word} `))})`;

/** Returns all three characters in a row of a text. */
function trigramsOf(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''));
}

/** Returns an FTS5 query for the texts that have all trigrams of an alternative. */
function ftsQuery(alternatives: readonly (readonly string[])[]): string {
  const quoted = (trigram: string) => `"${trigram.replaceAll('"', '""')}"`;
  return alternatives
    .map((parts) => `(${[...new Set(parts.flatMap(trigramsOf))].map(quoted).join(' AND ')})`)
    .join(' OR ');
}

/** Returns undefined for a text without anything to search for. */
function searchCondition(typed: string, isSqlite: boolean): Condition | undefined {
  const alternatives = partsOfSearch(typed);
  if (alternatives.length === 0) return undefined;
  const contains = (part: string) =>
    isSqlite
      ? sql`instr(s.text, ${part}) > 0`
      : sql`s.text like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
  const test = join(
    alternatives.map((parts) => join(parts.map(contains), 'and')),
    'or',
  );
  if (!isSqlite) return { test, ids: sql`s.user_id from user_search s where ${test}` };
  // in this order: the index has the trigrams of a text, but not their places, so that the text is compared afterwards
  const found = sql`user_search_index(${ftsQuery(alternatives)}) f cross join user_search s on s.id = f.rowid`;
  return {
    test,
    ids: sql`s.user_id from ${found} where ${test}`,
    from: sql`${found} cross join users u on u.id = s.user_id`,
  };
}

const groupCondition = (group: string): Condition => ({
  test: sql`exists (select 1 from group_members m where m.group_name = ${group} and m.user_id = u.id)`,
  ids: sql`user_id from group_members where group_name = ${group}`,
});

const roleCondition = (role: string): Condition => ({
  test: sql`exists (select 1 from user_roles r where r.user_id = u.id and r.role = ${role})`,
  ids: sql`user_id from user_roles where role = ${role}`,
});

const disabledCondition = (disabled: boolean): Condition =>
  disabled
    ? { test: sql`u.disabled = 1`, ids: sql`id as user_id from users where disabled = 1` }
    : { test: sql`u.disabled = 0` };

/** Returns the conditions of the filters, or undefined if the search has nothing to search for. */
export function conditionsOf(
  { q, disabled, group, role }: UserFilters,
  isSqlite: boolean,
): Condition[] | undefined {
  const search = q === undefined ? [] : searchCondition(q, isSqlite);
  if (search === undefined) return undefined;
  return [
    ...[search].flat(),
    ...(role === undefined ? [] : [roleCondition(role)]),
    ...(group === undefined ? [] : [groupCondition(group)]),
    ...(disabled === undefined ? [] : [disabledCondition(disabled)]),
  ];
}
