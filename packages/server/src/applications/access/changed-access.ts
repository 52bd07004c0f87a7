// Who gains and who loses access by another rule: both rules are compared for each user in one pass.

import type { Access } from '@brama/contract/admin/access';
import { sql } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import { accessQuery } from './access-query.ts';
import { slicesOf } from './users-with-access.ts';

type Person = { id: string; username: string; fullName: string };
type Changed = { count: number; users: Person[] };

/** Neither is true for a rule that depends on a missing value. */
const has = (queries: Queries, access: Access) =>
  sql<number>`case when ${accessQuery(queries, access)} then 1 else 0 end`;

/** Compares the rules. Lists up to `shown` users of each kind, by username. */
export async function compareAccess(
  queries: Queries,
  { before, after }: { before: Access; after: Access },
  shown: number,
): Promise<{ users: number; gain: Changed; lose: Changed }> {
  const gain: Changed = { count: 0, users: [] };
  const lose: Changed = { count: 0, users: [] };
  let users = 0;
  for await (const slice of slicesOf(queries, '')) {
    const compared = queries
      .selectFrom('users')
      .select(['id', 'username', 'full_name', 'username_key'])
      .select([has(queries, before).as('had'), has(queries, after).as('has')])
      .where('disabled', '=', 0)
      .where('username_key', '>', slice.after);
    const ofSlice =
      slice.last === undefined ? compared : compared.where('username_key', '<=', slice.last);
    const { count } = await queries
      .selectFrom(ofSlice.as('c'))
      .select(({ fn }) => fn.sum<number | string | null>('c.has').as('count'))
      .executeTakeFirstOrThrow();
    users += Number(count ?? 0);
    const changed = await queries
      .selectFrom(ofSlice.as('c'))
      .selectAll()
      .whereRef('c.had', '<>', 'c.has')
      .orderBy('c.username_key')
      .execute();
    for (const row of changed) {
      const list = row.has === 1 ? gain : lose;
      list.count += 1;
      if (list.users.length < shown)
        list.users.push({ id: row.id, username: row.username, fullName: row.full_name });
    }
  }
  return { users, gain, lose };
}
