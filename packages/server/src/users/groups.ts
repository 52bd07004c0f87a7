// What groups there are. Users are members of them; `users/lifecycle/` says since when and until when.

import type { Queries } from '../database/connect.ts';
import { forShare } from '../database/postgres/row-locks.ts';
import { fail } from '../errors.ts';

/** Values of one statement; SQLite allows 32 766. */
const batchSize = 500;

/** Returns those of the groups that do not exist. Keeps the others until the end of the transaction. */
export async function findUnknownGroups(
  queries: Queries,
  groups: readonly string[],
): Promise<ReadonlySet<string>> {
  const unknown = new Set(groups);
  // in one order, so that two transactions do not wait for each other
  const names = [...unknown].sort();
  for (let start = 0; start < names.length; start += batchSize) {
    const batch = names.slice(start, start + batchSize);
    const named = queries.selectFrom('groups').select('name').where('name', 'in', batch);
    for (const { name } of await forShare(queries, named.orderBy('name')).execute())
      unknown.delete(name);
  }
  return unknown;
}

/** Returns group → when it was created, of those that exist. */
export async function createdAtOfGroups(
  queries: Pick<Queries, 'selectFrom'>,
  groups: readonly string[],
): Promise<Map<string, number>> {
  const created = new Map<string, number>();
  const names = [...new Set(groups)];
  for (let start = 0; start < names.length; start += batchSize) {
    const batch = names.slice(start, start + batchSize);
    const named = queries.selectFrom('groups').select(['name', 'created_at']);
    for (const { name, created_at: at } of await named.where('name', 'in', batch).execute())
      created.set(name, Number(at));
  }
  return created;
}

/** Keeps the groups until the end of the transaction. @throws `request.invalid` for groups that do not exist; `path` names their field. */
export async function checkGroupsExist(
  queries: Queries,
  groups: readonly string[],
  path: (index: number) => string,
): Promise<void> {
  const missing = await findUnknownGroups(queries, groups);
  const unknown = groups.flatMap((group, index) => (missing.has(group) ? [path(index)] : []));
  if (unknown.length > 0)
    fail('request.invalid', {
      fields: Object.fromEntries(unknown.map((field) => [field, 'is not a group'])),
    });
}
