// No other user receives the username of an erased user. Only a keyed hash of each stays, so that the table does not tell who the
// users were.

import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey } from '../../crypto/keys.ts';
import type { Queries } from '../../database/connect.ts';

export type HashUsername = (usernameKey: string) => string;

/** Returns the function that hashes the `username_key` of a user. Stored hashes depend on the label and on DATA_KEY. */
export function createUsernameHash(dataKey: Buffer): HashUsername {
  const key: KeyObject = deriveKey(dataKey, 'usernames of erased users');
  return (usernameKey) => createHmac('sha256', key).update(usernameKey).digest('base64url');
}

/** Returns those of the hashes that belong to erased users. */
export async function findFormer(
  queries: Queries,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await queries
    .selectFrom('former_usernames')
    .select('username_hash')
    .where('username_hash', 'in', hashes)
    .execute();
  return new Set(rows.map(({ username_hash }) => username_hash));
}
