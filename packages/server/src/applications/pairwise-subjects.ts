// The names under which applications that shall not compare their users know them: one for each user and
// sector (OpenID Connect Core §8.1), which nobody can lead back to the user without our key.

import { createHmac, type KeyObject } from 'node:crypto';

export type PairwiseSubject = (sector: string, userId: string) => string;

export function createPairwiseSubject(key: KeyObject): PairwiseSubject {
  return (sector, userId) =>
    createHmac('sha256', key).update(`${sector} ${userId}`).digest('base64url');
}
