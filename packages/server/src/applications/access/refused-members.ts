// The members of a group who cannot open an application, by reason: all members are compared in one pass.

import type { Access } from '@brama/contract/admin/access';
import type { RefusedReason } from '@brama/contract/admin/applications';
import type { MethodId } from '@brama/contract/sign-in/methods';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import { accessQuery } from './access-query.ts';
import { slicesOf } from './users-with-access.ts';

type Asked = { group: string; access: Access; methods: readonly MethodId[] };

export type RefusedMember = {
  id: string;
  username: string;
  fullName: string;
  usernameKey: string;
  reasons: RefusedReason[];
};

const no = sql`1 = 0`;

/** Returns whether a user has a way of these methods. */
function hasWay(methods: readonly MethodId[]) {
  const has: Record<MethodId, RawBuilder<unknown>> = {
    password: sql`users.password_hash is not null`,
    diia: sql`users.tax_id_hash is not null`,
    google: sql`exists (select 1 from linked_identities l where l.user_id = users.id and l.unlinked_at is null)`,
    passkey: sql`exists (select 1 from passkeys k where k.user_id = users.id)`,
  };
  return sql.join([no, ...methods.map((method) => has[method])], sql` or `);
}

const flag = (condition: RawBuilder<unknown>) =>
  sql<number>`case when ${condition} then 0 else 1 end`;

/** Returns the refused members of a slice of the users. */
async function refusedIn(
  queries: Queries,
  { group, access, methods }: Asked,
  { after, last }: { after: string; last: string | undefined },
): Promise<RefusedMember[]> {
  const members = queries
    .selectFrom('users')
    .innerJoin('group_members as m', 'm.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.full_name', 'users.username_key'])
    .select('users.disabled')
    .select(flag(sql`(${accessQuery(queries, access)})`).as('lacks_access'))
    .select(flag(sql`(${hasWay(methods)})`).as('lacks_way'))
    .where('m.group_name', '=', group)
    .where('users.username_key', '>', after);
  const ofSlice = last === undefined ? members : members.where('users.username_key', '<=', last);
  const rows = await queries
    .selectFrom(ofSlice.as('c'))
    .selectAll()
    .where((q) =>
      q.or([q('c.disabled', '=', 1), q('c.lacks_access', '=', 1), q('c.lacks_way', '=', 1)]),
    )
    .orderBy('c.username_key')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    fullName: row.full_name,
    usernameKey: row.username_key,
    reasons: [
      ...(row.disabled === 1 ? (['disabled'] as const) : []),
      ...(row.lacks_access === 1 ? (['no-access'] as const) : []),
      ...(row.lacks_way === 1 ? (['no-way'] as const) : []),
    ],
  }));
}

/** Counts the members by reason, and lists up to `limit` of them by username, from the one after `after`. */
export async function listRefusedMembers(
  queries: Queries,
  asked: Asked,
  { after, limit }: { after: string; limit: number },
) {
  const counts: Record<RefusedReason, number> = { disabled: 0, 'no-access': 0, 'no-way': 0 };
  const found: RefusedMember[] = [];
  let total = 0;
  for await (const slice of slicesOf(queries, ''))
    for (const member of await refusedIn(queries, asked, slice)) {
      total += 1;
      for (const reason of member.reasons) counts[reason] += 1;
      if (member.usernameKey > after && found.length < limit) found.push(member);
    }
  return { total, counts, found };
}
