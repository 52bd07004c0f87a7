// What a search and the filters of a list of users mean on each database.

import { type RawBuilder, sql } from 'kysely';
import { partsOfSearch } from './search-text.ts';

export type UserFilters = {
  /** A part of names, the username, the address or a number. */
  q?: string | undefined;
  disabled?: boolean | undefined;
  group?: string | undefined;
  role?: string | undefined;
  /** Id of the user who answers for these guests. */
  sponsorId?: string | undefined;
  /** First moments of the end dates, in epoch milliseconds; users without an end date are left out. */
  endsFrom?: number | undefined;
  /** Exclusive. */
  endsTo?: number | undefined;
  /** Users with a sponsor, or without. */
  isGuest?: boolean | undefined;
  /** The last sign-in is not before this time. */
  signedInFrom?: number | undefined;
  /** The last sign-in is before this time, or there was none. */
  signedInTo?: number | undefined;
  /** Users who have a way to sign in, or lack one. `byTaxId`: a tax number is one, because Diia is on. */
  wayIn?: { has: boolean; byTaxId: boolean } | undefined;
};

type Index = {
  /** A subquery that finds all users who meet the condition, and maybe others. */
  found: RawBuilder<unknown>;
  /** Their rows as `user_search s`. */
  rows: RawBuilder<unknown>;
};

/** A condition on `user_search s`. */
export type Condition = {
  test: RawBuilder<unknown>;
  index?: Index;
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
  return { test, index: isSqlite ? sqliteIndex(ftsQuery(alternatives)) : postgresIndex(test) };
}

/** The index has the trigrams of a text, but not their places, so that the text is tested afterwards. */
const sqliteIndex = (query: string): Index => ({
  found: sql`(select rowid as id from user_search_index(${query}))`,
  rows: sql`found cross join user_search s on s.id = found.id`,
});

/** PostgreSQL must plan to read all rows, also where only the first are read. Otherwise it reads all users one by one to find the first. */
const postgresIndex = (test: RawBuilder<unknown>): Index => ({
  found: sql`(with matches as materialized
    (select user_id, text, username_key, name_key, created_at, last_sign_in_at from user_search s where ${test}) select * from matches)`,
  rows: sql`found s`,
});

/** Finds the rows of users by their ids. PostgreSQL must find each by itself; otherwise it reads all rows. */
const indexOfUsers = (ids: RawBuilder<unknown>, isSqlite: boolean): Index => ({
  found: sql`(${ids})`,
  rows: isSqlite
    ? sql`found cross join user_search s on s.user_id = found.user_id`
    : sql`found cross join lateral (select * from user_search where user_id = found.user_id offset 0) s`,
});

// Tests are subqueries for one user, which PostgreSQL cannot turn into a join that reads all users.

const groupCondition = (group: string, isSqlite: boolean): Condition => ({
  test: sql`(select true from group_members m where m.group_name = ${group} and m.user_id = s.user_id)`,
  index: indexOfUsers(sql`select user_id from group_members where group_name = ${group}`, isSqlite),
});

const roleCondition = (role: string, isSqlite: boolean): Condition => ({
  test: sql`(select true from user_roles r where r.user_id = s.user_id and r.role = ${role})`,
  index: indexOfUsers(sql`select user_id from user_roles where role = ${role}`, isSqlite),
});

const disabledCondition = (disabled: boolean, isSqlite: boolean): Condition => ({
  test: sql`(select u.disabled = ${sql.lit(disabled ? 1 : 0)} from users u where u.id = s.user_id)`,
  ...(disabled && {
    index: indexOfUsers(sql`select id as user_id from users where disabled = 1`, isSqlite),
  }),
});

const sponsorCondition = (sponsorId: string, isSqlite: boolean): Condition => ({
  test: sql`(select u.sponsor_id = ${sponsorId} from users u where u.id = s.user_id)`,
  index: indexOfUsers(
    sql`select id as user_id from users where sponsor_id = ${sponsorId}`,
    isSqlite,
  ),
});

function endCondition(
  { endsFrom, endsTo }: Pick<UserFilters, 'endsFrom' | 'endsTo'>,
  isSqlite: boolean,
): Condition {
  const bounds = join(
    [
      ...(endsFrom === undefined ? [] : [sql`valid_until >= ${endsFrom}`]),
      ...(endsTo === undefined ? [] : [sql`valid_until < ${endsTo}`]),
    ],
    'and',
  );
  return {
    test: sql`(select ${bounds} from users u where u.id = s.user_id)`,
    index: indexOfUsers(sql`select id as user_id from users where ${bounds}`, isSqlite),
  };
}

const guestCondition = (isGuest: boolean, isSqlite: boolean): Condition => ({
  test: sql`(select u.sponsor_id is ${sql.raw(isGuest ? 'not null' : 'null')} from users u where u.id = s.user_id)`,
  ...(isGuest && {
    index: indexOfUsers(
      sql`select id as user_id from users where sponsor_id is not null`,
      isSqlite,
    ),
  }),
});

/** The time is in the searched row, with an index of its own. */
function signInCondition(
  { signedInFrom, signedInTo }: Pick<UserFilters, 'signedInFrom' | 'signedInTo'>,
  isSqlite: boolean,
): Condition {
  const bounds = join(
    [
      ...(signedInFrom === undefined ? [] : [sql`last_sign_in_at >= ${signedInFrom}`]),
      ...(signedInTo === undefined ? [] : [sql`last_sign_in_at < ${signedInTo}`]),
    ],
    'and',
  );
  return {
    test: bounds,
    index: indexOfUsers(sql`select user_id from user_search where ${bounds}`, isSqlite),
  };
}

function wayCondition(
  { has, byTaxId }: NonNullable<UserFilters['wayIn']>,
  isSqlite: boolean,
): Condition {
  const lacksColumns = sql.raw(`password_hash is null${byTaxId ? ' and tax_id_hash is null' : ''}`);
  const lacks = sql`${lacksColumns}
    and not exists (select 1 from linked_identities l where l.user_id = u.id and l.unlinked_at is null)
    and not exists (select 1 from passkeys k where k.user_id = u.id)`;
  return {
    test: sql`(select ${sql.raw(has ? 'not' : '')} (${lacks}) from users u where u.id = s.user_id)`,
    ...(!has && {
      index: indexOfUsers(sql`select u.id as user_id from users u where ${lacks}`, isSqlite),
    }),
  };
}

/** Returns the conditions of the filters, or undefined if the search has nothing to search for. */
export function conditionsOf(filters: UserFilters, isSqlite: boolean): Condition[] | undefined {
  const { q, disabled, group, role, sponsorId, endsFrom, endsTo } = filters;
  const { isGuest, signedInFrom, signedInTo, wayIn } = filters;
  const search = q === undefined ? [] : searchCondition(q, isSqlite);
  if (search === undefined) return undefined;
  // those that usually find the fewest users stand first
  return [
    ...[search].flat(),
    ...(sponsorId === undefined ? [] : [sponsorCondition(sponsorId, isSqlite)]),
    ...(role === undefined ? [] : [roleCondition(role, isSqlite)]),
    ...(group === undefined ? [] : [groupCondition(group, isSqlite)]),
    ...(isGuest === undefined ? [] : [guestCondition(isGuest, isSqlite)]),
    ...(disabled === undefined ? [] : [disabledCondition(disabled, isSqlite)]),
    ...(wayIn === undefined ? [] : [wayCondition(wayIn, isSqlite)]),
    ...(endsFrom === undefined && endsTo === undefined
      ? []
      : [endCondition({ endsFrom, endsTo }, isSqlite)]),
    ...(signedInFrom === undefined && signedInTo === undefined
      ? []
      : [signInCondition({ signedInFrom, signedInTo }, isSqlite)]),
  ];
}
