// Finds new users who have the full name of a known user: perhaps one person twice. A name alone links no user: an administrator looks at these rows.

import type { Queries } from '../../../database/connect.ts';
import type { Prepared } from './prepare-batch.ts';

const newNameOf = ({ kind, write }: Prepared): string | undefined =>
  kind === 'created' ? write?.planned.row.full_name : undefined;

/** Returns the new users with the name of a user whom the source does not name. */
export async function findSameNames(
  queries: Pick<Queries, 'selectFrom'>,
  source: string,
  prepared: readonly Prepared[],
): Promise<ReadonlySet<Prepared>> {
  const names = new Set(prepared.flatMap((one) => newNameOf(one) ?? []));
  if (names.size === 0) return new Set();
  const users = await queries
    .selectFrom('users as u')
    .select('u.full_name')
    .distinct()
    .where('u.full_name', 'in', [...names])
    .where('u.erased_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('source_links as l')
            .select('l.user_id')
            .where('l.source', '=', source)
            .whereRef('l.user_id', '=', 'u.id'),
        ),
      ),
    )
    .execute();
  const known = new Set(users.map(({ full_name: name }) => name));
  return new Set(prepared.filter((one) => known.has(newNameOf(one) ?? '')));
}
