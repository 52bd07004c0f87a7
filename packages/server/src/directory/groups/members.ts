// The members of a group: those of now, by the index of `users.groups`, and those whose period is coming or past.

import type { MembershipPeriod } from '@brama/contract/admin/groups';
import type { Queries } from '../../database/connect.ts';

type Member = {
  id: string;
  username: string;
  full_name: string;
  disabled: number;
  valid_from: number | null;
  valid_until: number | null;
  period: Exclude<MembershipPeriod, 'all'>;
};

type Page = { group: string; now: number; after: string; limit: number };

const columns = ['u.id', 'u.username', 'u.full_name', 'u.disabled'] as const;

async function presentMembers(queries: Queries, page: Page): Promise<Member[]> {
  const rows = await queries
    .selectFrom('group_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('membership_periods as p', (on) =>
      on.onRef('p.user_id', '=', 'm.user_id').onRef('p.group_name', '=', 'm.group_name'),
    )
    .select([...columns, 'p.valid_from', 'p.valid_until'])
    .where('m.group_name', '=', page.group)
    .where('m.user_id', '>', page.after)
    .orderBy('m.user_id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({ ...row, period: 'now' }));
}

/** The periods of users who are no members now. */
const absent = (queries: Queries, group: string) =>
  queries
    .selectFrom('membership_periods as p')
    .where('p.group_name', '=', group)
    .where(({ not, exists }) =>
      not(
        exists((members) =>
          members
            .selectFrom('group_members as m')
            .select('m.user_id')
            .whereRef('m.user_id', '=', 'p.user_id')
            .whereRef('m.group_name', '=', 'p.group_name'),
        ),
      ),
    );

/** Without `period` both of coming and of past periods. */
async function absentMembers(
  queries: Queries,
  page: Page,
  period: 'coming' | 'past' | undefined,
): Promise<Member[]> {
  const { group, now, after, limit } = page;
  let query = absent(queries, group)
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([...columns, 'p.valid_from', 'p.valid_until'])
    .where('p.user_id', '>', after);
  if (period === 'past') query = query.where('p.valid_until', '<=', now);
  if (period === 'coming')
    query = query.where(({ eb, or }) =>
      or([eb('p.valid_until', 'is', null), eb('p.valid_until', '>', now)]),
    );
  const rows = await query.orderBy('p.user_id').limit(limit).execute();
  return rows.map((row) => ({
    ...row,
    period: row.valid_until !== null && row.valid_until <= now ? 'past' : 'coming',
  }));
}

/** Returns up to `limit` members by id, from the one after `after`. Times in epoch milliseconds. */
export async function listMembers(
  queries: Queries,
  { period, ...page }: Page & { period: MembershipPeriod },
): Promise<Member[]> {
  if (period === 'now') return presentMembers(queries, page);
  if (period !== 'all') return absentMembers(queries, page, period);
  const all = [
    ...(await presentMembers(queries, page)),
    ...(await absentMembers(queries, page, undefined)),
  ];
  return all.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, page.limit);
}

/** Returns how many users are members now, and of how many the period is coming. */
export async function countMembers(
  queries: Queries,
  group: string,
  now: number,
): Promise<{ present: number; coming: number }> {
  const present = await queries
    .selectFrom('group_members')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('group_name', '=', group)
    .executeTakeFirstOrThrow();
  const coming = await absent(queries, group)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(({ eb, or }) => or([eb('p.valid_until', 'is', null), eb('p.valid_until', '>', now)]))
    .executeTakeFirstOrThrow();
  return { present: Number(present.count), coming: Number(coming.count) };
}

/** Returns how many users are members now of each of these groups; a group without members is absent. */
export async function countEach(
  queries: Queries,
  groups: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (groups.length === 0) return new Map();
  const rows = await queries
    .selectFrom('group_members')
    .select(({ fn }) => ['group_name', fn.countAll<number | string>().as('count')])
    .where('group_name', 'in', groups)
    .groupBy('group_name')
    .execute();
  return new Map(rows.map((row) => [row.group_name, Number(row.count)]));
}
