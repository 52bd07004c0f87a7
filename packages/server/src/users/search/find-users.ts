// Finds users by a search, filters and an order, page by page. If many users meet the conditions, the first of the order are soon found. If
// few meet them, an index finds all, and they are sorted.

import type { UserOrder, UserSort } from '@brama/contract/admin/users';
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Database, Queries } from '../../database/connect.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import { type UserRow, userColumns, userFrom } from '../store.ts';
import type { User } from '../user.ts';
import { type Condition, conditionsOf, join, type UserFilters } from './conditions.ts';

/** A place in an order: the last user of a page. */
export type UserPosition = { key: string; id: string };
/** What lists show beside the record. Times are epoch milliseconds; null for none. */
export type ListedFacts = {
  lastSignInAt: number | null;
  validUntil: number | null;
  sponsorId: string | null;
  createdAt: number;
};
export type FoundUser = { user: User; listed: ListedFacts; position: UserPosition };

export type UserList = {
  filters: UserFilters;
  sort: UserSort;
  after: UserPosition | undefined;
  limit: number;
};

type Sizes = {
  /** So many users who meet a condition are sorted before others are tried. */
  candidates: number;
  /** So many users are read in their order before an index is asked, and before all users who meet a condition are sorted. */
  windows: readonly [first: number, second: number];
};
const usualSizes: Sizes = { candidates: 5000, windows: [500, 5000] };
/** PostgreSQL finds a text within a window by both indexes, and does not read the other users. */
const sizesOfTexts: Sizes = { candidates: 5000, windows: [5000, 20_000] };

type Order = {
  /** Column of `user_search s`. */
  key: RawBuilder<unknown>;
  /** Returns the value of a cursor; undefined for one of another order. */
  parse(key: string): string | number | undefined;
};

const asText = (key: string) => key;
const asTime = (key: string) => (/^\d{1,15}$/.test(key) ? Number(key) : undefined);
const orders: Record<UserOrder, Order> = {
  username: { key: sql`s.username_key`, parse: asText },
  fullName: { key: sql`s.name_key`, parse: asText },
  createdAt: { key: sql`s.created_at`, parse: asTime },
  lastSignIn: { key: sql`s.last_sign_in_at`, parse: asTime },
};

type Plan = {
  queries: Queries;
  key: RawBuilder<unknown>;
  isDescending: boolean;
  /** That users stand after the last page. */
  position: readonly RawBuilder<unknown>[];
  /** The conditions on all users of the list. */
  tests: readonly RawBuilder<unknown>[];
  limit: number;
};

const listedColumns = ['valid_until', 'sponsor_id', 'created_at'] as const;
type Row = UserRow &
  Pick<UsersTable, (typeof listedColumns)[number]> & {
    last_sign_in_at: number;
    sort_key: string | number;
  };

/**
 * PostgreSQL must know the values to estimate how many users they find. A named statement would be planned once for all values; the comment
 * prevents it.
 */
const unnamed = sql`/* not prepared */`;

const run = async <R>({ queries }: Plan, query: RawBuilder<R>): Promise<R[]> =>
  (await query.execute(queries as Database)).rows;

function orderBy({ isDescending }: Plan, key: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  const word = sql.raw(isDescending ? 'desc' : 'asc');
  return sql`order by ${key} ${word}, ${id} ${word}`;
}

const where = (tests: readonly RawBuilder<unknown>[]) =>
  tests.length > 0 ? sql`where ${join(tests, 'and')}` : sql``;

/** Returns a subquery with the first rows of `user_search s` that meet the tests. */
const firstOf = (plan: Plan, from: RawBuilder<unknown>, tests: readonly RawBuilder<unknown>[]) =>
  sql`(select s.user_id, ${plan.key} as sort_key from ${from}
    ${where(tests)} ${orderBy(plan, plan.key, sql`s.user_id`)} limit ${plan.limit})`;

const everyone = sql`user_search s`;

/** The columns of `users u`, beside those of a page. */
const columns = sql.join([
  ...[...userColumns, ...listedColumns].map((name) => sql.ref(`u.${name}`)),
  sql`(select last_sign_in_at from user_search where user_id = u.id) as last_sign_in_at`,
  sql`p.sort_key`,
]);
const orderOfPage = (plan: Plan) => orderBy(plan, sql`p.sort_key`, sql`p.user_id`);

/** Returns the first users who meet all tests, read in their order. */
function firstUsers(plan: Plan, end: readonly RawBuilder<unknown>[] = []): Promise<Row[]> {
  const page = firstOf(plan, everyone, [...plan.position, ...end, ...plan.tests]);
  return run(
    plan,
    sql<Row>`${unnamed} select ${columns} from ${page} p join users u on u.id = p.user_id ${orderOfPage(plan)}`,
  );
}

/** Returns the first users who meet all tests, if an index finds at most so many users. */
async function firstIndexed(
  plan: Plan,
  { found, rows }: Required<Condition>['index'],
  most?: number,
) {
  const limit = most === undefined ? sql`` : sql`limit ${most + 1}`;
  const isFew = most === undefined ? sql`true` : sql`(select count(*) from found) <= ${most}`;
  // sorted before the tests, which PostgreSQL then only runs for the first rows
  const sorted = sql`(select s.* from ${rows} ${where([isFew, ...plan.position])} ${orderBy(plan, plan.key, sql`s.user_id`)}) s`;
  const users = await run(
    plan,
    sql<Row & { is_few: number | boolean }>`${unnamed}
      with found as materialized (select * from ${found} f ${limit})
      select ${isFew} as is_few, ${columns} from (select 1) one
      left join ${firstOf(plan, sorted, plan.tests)} p on true left join users u on u.id = p.user_id
      ${orderOfPage(plan)}`,
  );
  return users[0]?.is_few ? users.filter(({ id }) => id !== null) : undefined;
}

/** Returns the page if it lies within the next users of the order, of whom so many are read. */
async function pageInWindow(plan: Plan, size: number): Promise<Row[] | undefined> {
  const { key, isDescending, position, limit } = plan;
  const next = firstOf({ ...plan, limit: size }, everyone, position);
  const [end] = await run(
    plan,
    sql<{
      sort_key: string | number;
      user_id: string;
    }>`${unnamed} select * from ${next} p limit 1 offset ${size - 1}`,
  );
  if (!end) return firstUsers(plan);
  const sign = sql.raw(isDescending ? '>=' : '<=');
  const rows = await firstUsers(plan, [
    sql`(${key}, s.user_id) ${sign} (${end.sort_key}, ${end.user_id})`,
  ]);
  return rows.length === limit ? rows : undefined;
}

/** Returns the first users who meet all conditions. */
async function readPage(
  plan: Plan,
  conditions: readonly Condition[],
  { candidates, windows: [first, second] }: Sizes,
): Promise<Row[]> {
  const indexes = conditions.flatMap(({ index }) => index ?? []);
  if (!indexes[0]) return firstUsers(plan);
  const next = await pageInWindow(plan, first);
  if (next) return next;
  for (const index of indexes) {
    const page = await firstIndexed(plan, index, candidates);
    if (page) return page;
  }
  return (await pageInWindow(plan, second)) ?? (await firstIndexed(plan, indexes[0])) ?? [];
}

const isOnSqlite = (queries: Queries) => queries.getExecutor().adapter instanceof SqliteAdapter;

/** Returns the condition that a user stands after the position; undefined for a position of another order. */
function isAfter({ key, parse }: Order, after: UserPosition, isDescending: boolean) {
  const value = parse(after.key);
  if (value === undefined) return undefined;
  return sql`(${key}, s.user_id) ${sql.raw(isDescending ? '<' : '>')} (${value}, ${after.id})`;
}

/** Returns up to `limit` users, or which part of the list is wrong. */
export async function findUsers(
  queries: Queries,
  { filters, sort, after, limit }: UserList,
  sizes = filters.q === undefined || isOnSqlite(queries) ? usualSizes : sizesOfTexts,
): Promise<FoundUser[] | { wrong: 'q' | 'cursor' }> {
  const conditions = conditionsOf(filters, isOnSqlite(queries));
  if (!conditions) return { wrong: 'q' };
  const isDescending = sort.startsWith('-');
  const order = orders[sort.replace('-', '') as UserOrder];
  const position = after && isAfter(order, after, isDescending);
  if (after && !position) return { wrong: 'cursor' };
  const tests = conditions.map(({ test }) => test);
  const rows = await readPage(
    { queries, key: order.key, isDescending, position: position ? [position] : [], tests, limit },
    conditions,
    sizes,
  );
  return rows.map((row) => ({
    user: userFrom(row),
    listed: {
      // 0: never
      lastSignInAt: row.last_sign_in_at || null,
      validUntil: row.valid_until ?? null,
      sponsorId: row.sponsor_id ?? null,
      createdAt: row.created_at,
    },
    position: { key: String(row.sort_key), id: row.id },
  }));
}

/** Returns how many users the filters find, with `most` at most one more; undefined if the search has nothing to search for. */
export async function countFound(
  queries: Queries,
  filters: UserFilters,
  most?: number,
): Promise<number | undefined> {
  const conditions = conditionsOf(filters, isOnSqlite(queries));
  if (!conditions) return undefined;
  const [index] = conditions.flatMap((one) => one.index ?? []);
  const found = index ? sql`with found as materialized (select * from ${index.found} f)` : sql``;
  const rows = sql`select 1 from ${index?.rows ?? everyone} ${where(conditions.map(({ test }) => test))} ${most === undefined ? sql`` : sql`limit ${most + 1}`}`;
  const query = sql<{
    count: number | string;
  }>`${unnamed} ${found} select count(*) as count from (${rows}) c`;
  const { rows: counted } = await query.execute(queries as Database);
  return Number(counted[0]?.count);
}
