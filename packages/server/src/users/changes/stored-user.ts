// The record of a user as a change of it needs it: read and locked once, and written once. Contains no rules about who may do it.

import type { Insertable, Updateable } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import { forChange } from '../../database/postgres/row-locks.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import { hasPeriod, type Membership } from '../lifecycle/effective-state.ts';
import {
  columnsAfter,
  type LifecycleChange,
  lifecycleColumns,
  lifecycleFrom,
  periodsOf,
  type StoredLifecycle,
  writePeriods,
} from '../lifecycle/lifecycle-store.ts';
import { userColumns, userFrom } from '../store.ts';
import type { User } from '../user.ts';

export type StoredUser = {
  user: User;
  usernameKey: string;
  taxIdHash: string | null;
  lifecycle: StoredLifecycle;
  version: number;
  createdAt: number;
  updatedAt: number;
};

const storedUserColumns = [
  ...userColumns,
  ...lifecycleColumns,
  'username_key',
  'tax_id_hash',
  'version',
  'created_at',
  'updated_at',
] as const;

type Row = Pick<UsersTable, (typeof storedUserColumns)[number]>;

const storedUserFrom = (row: Row, periods: readonly Membership[] = []): StoredUser => ({
  user: userFrom(row),
  usernameKey: row.username_key,
  taxIdHash: row.tax_id_hash,
  lifecycle: lifecycleFrom(row, periods),
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

async function read(queries: Queries, id: string, isLocked: boolean) {
  const users = queries.selectFrom('users').select(storedUserColumns);
  const query = users.where('id', '=', id).where('erased_at', 'is', null);
  const row = await (isLocked ? forChange(queries, query) : query).executeTakeFirst();
  return row && storedUserFrom(row, (await periodsOf(queries, [id])).get(id));
}

/** Returns undefined for an unknown or erased user. */
export const readUser = (queries: Queries, id: string) => read(queries, id, false);

/** Does the same, and locks the user until the end of the transaction, as `lockUser` does. */
export const lockStoredUser = (queries: Queries, id: string) => read(queries, id, true);

export async function insertUser(
  queries: Queries,
  user: Insertable<UsersTable>,
): Promise<StoredUser> {
  const insert = queries.insertInto('users').values(user).returning(storedUserColumns);
  return storedUserFrom(await insert.executeTakeFirstOrThrow());
}

/** Changes columns and the lifecycle of a user who is locked, as of `at`. Returns the record after it. */
export async function writeUser(
  queries: Queries,
  { user: { id }, lifecycle }: StoredUser,
  { columns, change, at }: { columns: Updateable<UsersTable>; change: LifecycleChange; at: number },
): Promise<StoredUser> {
  const row = await queries
    .updateTable('users')
    .set({ ...columns, ...columnsAfter(lifecycle, change, at) })
    .where('id', '=', id)
    .returning(storedUserColumns)
    .executeTakeFirstOrThrow();
  if (change.memberships) await writePeriods(queries, id, change.memberships);
  const { memberships = lifecycle.facts.memberships } = change;
  return storedUserFrom(row, memberships.filter(hasPeriod));
}
