// Finds users by a search, filters and an order, page by page. If few users meet the conditions, an index finds them, and they are
// sorted. If many meet them, the first of the order are soon found.

import type { UserOrder, UserSort } from '@brama/contract/admin/users';
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Database, Queries } from '../../database/connect.ts';
import { type UserRow, userColumns, userFrom } from '../store.ts';
import type { User } from '../user.ts';
import { type Condition, conditionsOf, join, type UserFilters } from './conditions.ts';

/** A place in an order: the last user of a page. */
export type UserPosition = { key: string; id: string };
export type FoundUser = { user: User; position: UserPosition };

export type UserList = {
  filters: UserFilters;
  sort: UserSort;
  after: UserPosition | undefined;
  limit: number;
};

type Sizes = {
  /** So many users are read by their ids. */
  candidates: number;
  /** So many users are read in their order before an index is asked, and before all users who meet a condition are sorted. */
  windows: readonly [first: number, second: number];
};
const usualSizes: Sizes = { candidates: 1000, windows: [500, 5000] };

type Order = {
  column: string;
  /** The id beside the column, where the column alone is not unique. */
  id?: string;
  /** The table of the column. */
  table: RawBuilder<unknown>;
  /** Returns the value of a cursor; undefined for one of another order. */
  parse(key: string): string | number | undefined;
};

const users = sql`users u`;
const asText = (key: string) => key;
const orders: Record<UserOrder, Order> = {
  username: { column: 'u.username_key', table: users, parse: asText },
  fullName: { column: 's.name_key', id: 's.user_id', table: sql`user_search s`, parse: asText },
  createdAt: {
    ...{ column: 'u.created_at', id: 'u.id', table: users },
    parse: (key) => (/^\d{1,15}$/.test(key) ? Number(key) : undefined),
  },
};

/** An order with its direction, and the conditions on all users of the list. */
type Plan = {
  queries: Queries;
  isSqlite: boolean;
  order: Order;
  direction: 'asc' | 'desc';
  tests: readonly RawBuilder<unknown>[];
  limit: number;
  sizes: Sizes;
};

type Id = { user_id: string };

const everyone = sql`users u join user_search s on s.user_id = u.id`;

/**
 * PostgreSQL must know the values to estimate how many users they find. A named statement would be planned once for all values; the comment
 * prevents it.
 */
const select = sql`/* not prepared */ select`;

const run = async <Row>({ queries }: Pick<Plan, 'queries'>, query: RawBuilder<Row>) =>
  (await query.execute(queries as Database)).rows;

/** Returns the condition that a user stands after the position; undefined for a position of another order. */
function isAfter({ order, direction }: Pick<Plan, 'order' | 'direction'>, after: UserPosition) {
  const key = order.parse(after.key);
  if (key === undefined) return undefined;
  const sign = sql.raw(direction === 'asc' ? '>' : '<');
  const column = sql.ref(order.column);
  return order.id
    ? sql`(${column}, ${sql.ref(order.id)}) ${sign} (${key}, ${after.id})`
    : sql`${column} ${sign} ${key}`;
}

function orderBy({ order: { column, id }, direction }: Plan) {
  const columns = id ? [column, id] : [column];
  const word = sql.raw(direction);
  return sql`order by ${sql.join(columns.map((one) => sql`${sql.ref(one)} ${word}`))}`;
}

const where = ({ tests }: Pick<Plan, 'tests'>) =>
  tests.length > 0 ? sql`where ${join(tests, 'and')}` : sql``;

type Row = UserRow & { sort_key: string | number };

/** Returns the first users who meet all tests. */
function firstUsers(plan: Plan, from = everyone): Promise<Row[]> {
  const columns = sql.join(userColumns.map((name) => sql.ref(`u.${name}`)));
  return run(
    plan,
    sql<Row>`${select} ${columns}, ${sql.ref(plan.order.column)} as sort_key
      from ${from} ${where(plan)} ${orderBy(plan)} limit ${plan.limit}`,
  );
}

/** Returns the ids of all users who meet a condition that only few meet; undefined if many meet every condition. */
async function fewCandidates(plan: Plan, conditions: readonly Condition[]) {
  const { sizes } = plan;
  for (const { ids } of conditions) {
    if (!ids) continue;
    const found = await run(plan, sql<Id>`${select} ${ids} limit ${sizes.candidates + 1}`);
    if (found.length <= sizes.candidates) return found.map((row) => row.user_id);
  }
  return undefined;
}

/** All users with these ids. */
const usersOfIds = (isSqlite: boolean, ids: readonly string[]) =>
  isSqlite
    ? sql`json_each(${JSON.stringify(ids)}) c cross join users u on u.id = c.value cross join user_search s on s.user_id = u.id`
    : sql`unnest(${ids}::text[]) as c(id) join users u on u.id = c.id join user_search s on s.user_id = u.id`;

/** Returns the page if it lies within the next users of the order, of whom so many are read. */
async function pageInWindow(plan: Plan, position: readonly RawBuilder<unknown>[], size: number) {
  const { order, direction, limit } = plan;
  const column = sql.ref(order.column);
  const [end] = await run(
    plan,
    sql<{ key: string | number }>`${select} ${column} as key
      from ${order.table} ${where({ tests: position })} ${orderBy(plan)} limit 1 offset ${size}`,
  );
  if (!end) return firstUsers(plan);
  const isWithin = sql`${column} ${sql.raw(direction === 'asc' ? '<=' : '>=')} ${end.key}`;
  const rows = await firstUsers({ ...plan, tests: [isWithin, ...plan.tests] });
  return rows.length === limit ? rows : undefined;
}

async function pageOf(
  plan: Plan,
  conditions: readonly Condition[],
  position: readonly RawBuilder<unknown>[],
): Promise<Row[]> {
  const selective = conditions.find(({ ids }) => ids);
  if (!selective) return firstUsers(plan);
  const [first, second] = plan.sizes.windows;
  const next = await pageInWindow(plan, position, first);
  if (next) return next;
  const few = await fewCandidates(plan, conditions);
  if (few) return firstUsers(plan, usersOfIds(plan.isSqlite, few));
  const later = await pageInWindow(plan, position, second);
  return later ?? firstUsers(plan, selective.from);
}

/** Returns up to `limit` users, or which part of the list is wrong. */
export async function findUsers(
  queries: Queries,
  { filters, sort, after, limit }: UserList,
  sizes = usualSizes,
): Promise<FoundUser[] | { wrong: 'q' | 'cursor' }> {
  const isSqlite = queries.getExecutor().adapter instanceof SqliteAdapter;
  const conditions = conditionsOf(filters, isSqlite);
  if (!conditions) return { wrong: 'q' };
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const order = orders[sort.replace('-', '') as UserOrder];
  const position = after === undefined ? [] : [isAfter({ order, direction }, after)];
  if (position.includes(undefined)) return { wrong: 'cursor' };
  const given = position.filter((one) => one !== undefined);
  const tests = [sql`u.erased_at is null`, ...given, ...conditions.map(({ test }) => test)];
  const rows = await pageOf(
    { queries, isSqlite, order, direction, tests, limit, sizes },
    conditions,
    given,
  );
  return rows.map((row) => ({
    user: userFrom(row),
    position: { key: String(row.sort_key), id: row.id },
  }));
}
