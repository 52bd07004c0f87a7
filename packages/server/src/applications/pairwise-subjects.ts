// The names under which applications that shall not compare their users know them: one for each user and
// sector (OpenID Connect Core §8.1), which nobody can lead back to the user without our key.

import { createHmac, type KeyObject } from 'node:crypto';

export type SubjectOf = (sector: string, userId: string) => string;

export function createSubjectOf(key: KeyObject): SubjectOf {
  return (sector, userId) =>
    createHmac('sha256', key).update(`${sector} ${userId}`).digest('base64url');
}
