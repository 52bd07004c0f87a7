// Removes all tax numbers, when their key is replaced: hashes under another key find no user, and could be mistaken for hashes of other
// numbers.

import { sql } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import type { Change } from '../../events/change.ts';

/** Returns the users with a tax number. */
export const usersWithTaxId = (queries: Queries): Promise<{ id: string }[]> =>
  queries.selectFrom('users').select('id').where('tax_id_hash', 'is not', null).execute();

/** Returns the number of users, within the transaction of the change. */
export async function removeTaxIds({ queries, record }: Change, at: number): Promise<number> {
  // one statement: each removed number has its event
  const users = await queries
    .updateTable('users')
    .set({ tax_id_hash: null, updated_at: at, version: sql`version + 1` })
    .where('tax_id_hash', 'is not', null)
    .returning('id')
    .execute();
  // the next import gives those of the new key
  await queries
    .updateTable('source_links')
    .set({ tax_id_hash: null, digest: '' })
    .where('tax_id_hash', 'is not', null)
    .execute();
  const details = { fields: ['taxId'] };
  await record(users.map(({ id: userId }) => ({ type: 'user.changed', userId, details })));
  return users.length;
}
