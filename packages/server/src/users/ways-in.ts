// The ways by which a user can sign in, and the lock of a user. A change that removes a way locks the user first, so that two
// simultaneous changes leave one. A sign-in and the end of all sessions lock the user first too, so that none outlives it. Whether users
// may remove a way themselves is decided by `factors/removal-rule.ts`.

import type { MethodId } from '@brama/contract/pages/login-page';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Queries } from '../database/connect.ts';
import { forChange, lockRows } from '../database/postgres/row-locks.ts';
import type { UsersTable } from '../database/tables/user-tables.ts';

/** The column of the user record that enables a sign-in method; none for methods with records of their own. */
const columnOf: Partial<Record<MethodId, 'password_hash' | 'tax_id_hash'>> = {
  password: 'password_hash',
  diia: 'tax_id_hash',
};

/** Returns the columns of these methods. */
const columnsOf = (methods: readonly MethodId[]) => methods.flatMap((id) => columnOf[id] ?? []);

/** Returns whether a user has a password. In SQL, the column of `columnOf` says the same. */
export function hasPassword({ password_hash }: Pick<UsersTable, 'password_hash'>): boolean {
  return password_hash !== null;
}

/** The way that is about to be removed. */
export type RemovedWay = { method: MethodId } | { passkey: string };

/**
 * Locks the record of a user until the end of the caller's transaction, before the transaction writes anything that belongs to the
 * user. Returns false if there is no such user.
 */
export async function lockUser(queries: Queries, userId: string): Promise<boolean> {
  const row = queries.selectFrom('users').select('id').where('id', '=', userId);
  return (await forChange(queries, row).executeTakeFirst()) !== undefined;
}

/** Locks several users, in one order. `users`: their ids, or a subquery that selects them. */
export async function lockUsers(
  queries: Queries,
  users: readonly string[] | Expression<string>,
): Promise<void> {
  const rows = queries.selectFrom('users').select('id').where('id', 'in', users).orderBy('id');
  await lockRows(queries, rows.forNoKeyUpdate());
}

/**
 * Shares the lock of a user: other sign-ins of the user continue, changes of the user and the end of all sessions wait. For a
 * transaction that does not change the record. One that locks the user after this may wait for another one forever. `user`: the
 * id, or a subquery that selects it.
 */
export async function shareUser(queries: Queries, user: string | Expression<string>) {
  const row = queries.selectFrom('users').select('id').where('id', '=', user);
  await lockRows(queries, row.forShare());
}

/** Returns whether the user can sign in by one of these methods, without the removed way. */
export async function canSignInBy(
  queries: Queries,
  userId: string,
  candidates: readonly MethodId[],
  removed?: RemovedWay,
): Promise<boolean> {
  const removedMethod = removed && 'method' in removed ? removed.method : undefined;
  const removedPasskey = removed && 'passkey' in removed ? removed.passkey : '';
  const methods = candidates.filter((id) => id !== removedMethod);
  const row = await queries
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((q) => {
      const identities = q
        .selectFrom('linked_identities')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('method', 'in', [...methods, ''])
        .where('unlinked_at', 'is', null);
      const passkeys = q
        .selectFrom('passkeys')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '!=', removedPasskey);
      return q.or([
        ...columnsOf(methods).map((column) => q(column, 'is not', null)),
        q.exists(identities),
        ...(methods.includes('passkey') ? [q.exists(passkeys)] : []),
      ]);
    })
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the methods by which the user can sign in, also those that are off: the user may have used them. But where Diia is off, a
 * tax number is only data.
 */
export async function waysOf(
  queries: Queries,
  userId: string,
  enabled: readonly MethodId[],
): Promise<MethodId[]> {
  const user = await queries
    .selectFrom('users')
    .select(['password_hash', 'tax_id_hash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const linked = await queries
    .selectFrom('linked_identities')
    .select('method')
    .where('user_id', '=', userId)
    .where('unlinked_at', 'is', null)
    .execute();
  const passkey = await queries
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return [
    ...(user && hasPassword(user) ? (['password'] as const) : []),
    ...(user?.tax_id_hash && enabled.includes('diia') ? (['diia'] as const) : []),
    ...linked.map(({ method }) => method as MethodId),
    ...(passkey ? (['passkey'] as const) : []),
  ];
}

/** Returns those of the users for whom `waysOf` returns a method. */
export async function usersWithWays(
  queries: Queries,
  userIds: readonly string[],
  enabled: readonly MethodId[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const users = await queries
    .selectFrom('users')
    .select(['id', 'password_hash', 'tax_id_hash'])
    .where('id', 'in', userIds)
    .execute();
  const linked = await queries
    .selectFrom('linked_identities')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('unlinked_at', 'is', null)
    .execute();
  const passkeys = await queries
    .selectFrom('passkeys')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .execute();
  const byColumn = users.filter(
    (user) => hasPassword(user) || (user.tax_id_hash !== null && enabled.includes('diia')),
  );
  return new Set([
    ...byColumn.map(({ id }) => id),
    ...[...linked, ...passkeys].map(({ user_id }) => user_id),
  ]);
}

/** Returns the condition that `waysOf` returns no method for the user of this row. `users`: the name of the table in the statement. */
export function hasNoWay(users: string, enabled: readonly MethodId[]): RawBuilder<boolean> {
  const id = sql.ref(`${users}.id`);
  const diia = enabled.includes('diia')
    ? sql`and ${sql.ref(`${users}.tax_id_hash`)} is null`
    : sql``;
  return sql`(${sql.ref(`${users}.password_hash`)} is null ${diia}
    and not exists (select 1 from linked_identities l where l.user_id = ${id} and l.unlinked_at is null)
    and not exists (select 1 from passkeys p where p.user_id = ${id}))`;
}

/** Returns the condition that the user whose id is in `column` may sign in. For statements on other tables. */
export function isOfActiveUser(column: string): RawBuilder<boolean> {
  return sql`exists (select 1 from users where users.id = ${sql.ref(column)} and users.disabled = 0)`;
}
