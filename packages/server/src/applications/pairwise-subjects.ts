// Pairwise subjects (OpenID Connect Core §8.1): one `sub` for each user and sector, so that applications cannot compare
// their users. Only a holder of the key can link a subject to its user.

import { createHmac, type KeyObject } from 'node:crypto';

export type PairwiseSubject = (sector: string, userId: string) => string;

export function createPairwiseSubject(key: KeyObject): PairwiseSubject {
  return (sector, userId) =>
    createHmac('sha256', key).update(`${sector} ${userId}`).digest('base64url');
}
