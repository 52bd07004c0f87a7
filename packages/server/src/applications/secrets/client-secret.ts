// The client secrets of an application: the one of its protocol settings, and further ones with names and end dates. Pure.

import { timingSafeEqual } from 'node:crypto';
import { hashSecret } from '../../crypto/secrets.ts';

export type ClientSecret = {
  id: string;
  /** Unique within the application. */
  name: string;
  /** SHA-256, base64url. */
  hash: string;
  /** Epoch milliseconds. */
  createdAt: number;
  expiresAt: number;
};

/** Id and name of the secret in the protocol settings, which has no end date. */
export const settingsSecret = 'manifest';

/** Stands in the protocol settings for no secret. It is no hash, so no secret matches it. */
export const noSecret = 'none';

/** `secretHash` is null for no secret, as an export has it. */
export type GivenSecret = { secret?: string | undefined; secretHash?: string | null | undefined };

/**
 * Returns the hash for the protocol settings: of the given secret, the given hash, or the stored one. Undefined if there is neither, unless the
 * application may do without.
 */
export function settingsHashOf(
  { secret, secretHash }: GivenSecret,
  stored: string | null | undefined,
  { mayLackSecret = false } = {},
): string | undefined {
  if (secret !== undefined) return hashSecret(secret);
  if (secretHash === null) return noSecret;
  return secretHash ?? stored ?? (mayLackSecret ? noSecret : undefined);
}

export const maxSecrets = 10;

/** Compared for an unknown application, so that the response time does not reveal which ids exist. */
const dummyHash = 'A'.repeat(43);

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type Known = {
  /** Of the protocol settings. */
  settingsHash: string | null | undefined;
  secrets: readonly ClientSecret[];
};
type Match = { secretId: string; isExpired: boolean };

/**
 * Returns which secret was sent, also an expired one. Compares all of them in constant time. `sent`: the secret in each reading
 * of the request. `now` in epoch milliseconds.
 */
export function matchSecret(
  { settingsHash, secrets }: Known,
  sent: readonly string[],
  now: number,
): Match | undefined {
  const hashes = sent.map(hashSecret);
  const known = [
    { id: settingsSecret, hash: settingsHash ?? dummyHash, expiresAt: Number.POSITIVE_INFINITY },
    ...secrets,
  ];
  const matches = known
    .filter(({ hash }) => hashes.filter((one) => isSame(one, hash)).length > 0)
    .map(({ id, expiresAt }) => ({ secretId: id, isExpired: expiresAt <= now }));
  return matches.find(({ isExpired }) => !isExpired) ?? matches[0];
}
