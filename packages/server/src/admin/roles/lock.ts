// Locks for what depends on who is an administrator.

import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { lockUser } from '../../users/ways-in.ts';
import { lockAdministrators } from './role-store.ts';

/**
 * Locks the user and all administrators until the end of the transaction, so that the caller is an administrator until then.
 * Returns the enabled administrators. @throws `admin.not-found`, `admin.forbidden`
 */
export async function lockWithAdministrators(
  queries: Queries,
  callerId: string,
  userId: string,
): Promise<string[]> {
  if (!(await lockUser(queries, userId))) fail('admin.not-found');
  const administrators = await lockAdministrators(queries);
  if (!administrators.includes(callerId)) fail('admin.forbidden');
  return administrators;
}
