// What groups there are. Users are members of them; `users/lifecycle/` says since when and until when.

import type { Queries } from '../database/connect.ts';
import { forShare } from '../database/postgres/row-locks.ts';
import { fail } from '../errors.ts';

/** Keeps the groups until the end of the transaction. @throws `request.invalid` for groups that do not exist; `path` names their field. */
export async function checkGroupsExist(
  queries: Queries,
  groups: readonly string[],
  path: (index: number) => string,
): Promise<void> {
  if (groups.length === 0) return;
  const named = queries.selectFrom('groups').select('name').where('name', 'in', groups);
  const rows = await forShare(queries, named.orderBy('name')).execute();
  const known = new Set(rows.map(({ name }) => name));
  const unknown = groups.flatMap((group, index) => (known.has(group) ? [] : [path(index)]));
  if (unknown.length > 0)
    fail('request.invalid', {
      fields: Object.fromEntries(unknown.map((field) => [field, 'is not a group'])),
    });
}
