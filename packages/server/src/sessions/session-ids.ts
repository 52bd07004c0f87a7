// Finds sessions by a secret id, including ids that a later sign-in has replaced. Only hashes of secret ids are stored.

import { hashSecret } from '../crypto/secrets.ts';
import type { Queries } from '../database/connect.ts';

async function findReplacedId(queries: Queries, idHash: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('renewed_session_ids')
    .select('session_uid')
    .where('id_hash', '=', idHash)
    .executeTakeFirst();
  return row?.session_uid;
}

/**
 * Applies a change to the session of a current or replaced secret id. Two sign-ins may be sent with one cookie; the second
 * one finds the session that the first has renewed. The order matters: the first query waits for a concurrent renewal.
 */
export async function changeBySecretId<T>(
  queries: Queries,
  secretId: string,
  change: (column: 'id_hash' | 'uid', value: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const idHash = hashSecret(secretId);
  const changed = await change('id_hash', idHash);
  if (changed) return changed;
  const uid = await findReplacedId(queries, idHash);
  return uid === undefined ? undefined : change('uid', uid);
}

/** Stores the replaced id and the new one. The new one is stored so that it is known when it is replaced in turn. */
export async function storeReplacedIds(
  queries: Queries,
  uid: string,
  secretIds: readonly string[],
) {
  const rows = secretIds.map((id) => ({ id_hash: hashSecret(id), session_uid: uid }));
  await queries
    .insertInto('renewed_session_ids')
    .values(rows)
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .execute();
}
