// The person of a source whose user was erased does not come back by the next import. Only a keyed hash of the id stays, so that the
// table does not tell who the person was.

import { createHmac } from 'node:crypto';
import { deriveKey } from '../../crypto/keys.ts';

export type HashExternalId = (source: string, externalId: string) => string;

/** Returns the function that hashes the id by which a source names a person. Stored hashes depend on the label and on DATA_KEY. */
export function createExternalIdHash(dataKey: Buffer): HashExternalId {
  const key = deriveKey(dataKey, 'persons of erased users');
  return (source, externalId) =>
    createHmac('sha256', key)
      .update(JSON.stringify([source, externalId]))
      .digest('base64url');
}

/** Stands in the place of the id. */
export const tombstoneOf = (hash: string): string => `erased:${hash}`;
