// The record of a user as a change of it needs it: row, lifecycle and roles. It is read once, and locked until the end of the transaction.

import type { Role } from '@brama/contract/admin/roles';
import type { Queries } from '../../database/connect.ts';
import { forChange } from '../../database/postgres/row-locks.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import type { Membership } from '../lifecycle/effective-state.ts';
import {
  lifecycleColumns,
  lifecycleFrom,
  periodsOf,
  type StoredLifecycle,
} from '../lifecycle/lifecycle-store.ts';
import { rolesOf } from '../roles/role-store.ts';
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

export const storedUserColumns = [
  ...userColumns,
  ...lifecycleColumns,
  'username_key',
  'tax_id_hash',
  'version',
  'created_at',
  'updated_at',
] as const;

type Row = Pick<UsersTable, (typeof storedUserColumns)[number]>;

export const storedUserFrom = (row: Row, periods: readonly Membership[] = []): StoredUser => ({
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

/** A user who is about to change. */
export type Target = StoredUser & { roles: readonly Role[] };

/** Locks the user until the end of the transaction, as `lockUser` does. Returns undefined for an unknown or erased user. */
export async function loadTarget(queries: Queries, id: string): Promise<Target | undefined> {
  const stored = await read(queries, id, true);
  return stored && { ...stored, roles: await rolesOf(queries, id) };
}
