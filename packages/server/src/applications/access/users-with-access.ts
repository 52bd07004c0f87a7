// Counts and lists the users who meet a rule of access. SQLite runs on the thread that serves all requests. So it compares a slice of
// the users at a time, and other requests are served in between.

import { setImmediate } from 'node:timers/promises';
import type { Access } from '@brama/contract/admin/access';
import { SqliteAdapter } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import { accessQuery } from './access-query.ts';

/** The longest rule takes about 10 µs for a user, so a slice takes 10 ms. */
const sliceSize = 1000;

/** Users by `username_key`, from the one after `after` up to `last`; without `last` all others. */
type Slice = { after: string; last: string | undefined };

export async function* slicesOf(queries: Queries, start: string): AsyncGenerator<Slice> {
  const isSqlite = queries.getExecutor().adapter instanceof SqliteAdapter;
  let after = start;
  for (;;) {
    const end = isSqlite
      ? await queries
          .selectFrom('users')
          .select('username_key')
          .where('username_key', '>', after)
          .orderBy('username_key')
          .limit(1)
          .offset(sliceSize - 1)
          .executeTakeFirst()
      : undefined;
    yield { after, last: end?.username_key };
    if (!end) return;
    after = end.username_key;
    await setImmediate();
  }
}

/** Disabled users have no access to any application. */
function usersOf(queries: Queries, access: Access, { after, last }: Slice) {
  const users = queries
    .selectFrom('users')
    .where('disabled', '=', 0)
    .where('username_key', '>', after)
    .where(accessQuery(queries, access));
  return last === undefined ? users : users.where('username_key', '<=', last);
}

export async function countUsersWithAccess(queries: Queries, access: Access): Promise<number> {
  let total = 0;
  for await (const slice of slicesOf(queries, '')) {
    const { count } = await usersOf(queries, access, slice)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow();
    total += Number(count);
  }
  return total;
}

/** Returns up to `limit` users by username, from the one after `after`. */
export async function listUsersWithAccess(
  queries: Queries,
  access: Access,
  { after, limit }: { after: string; limit: number },
) {
  const found: { id: string; username: string; full_name: string; username_key: string }[] = [];
  for await (const slice of slicesOf(queries, after)) {
    const rows = await usersOf(queries, access, slice)
      .select(['id', 'username', 'full_name', 'username_key'])
      .orderBy('username_key')
      .limit(limit - found.length)
      .execute();
    found.push(...rows);
    if (found.length === limit) break;
  }
  return found;
}
