// Random secrets for tickets and sessions, and the hash that is stored of them. Not for passwords.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns 256 random bits in base64url, which need no encoding in URLs and cookies. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns SHA-256 in base64url. Sufficient for secrets of full entropy, which cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Compares a secret with a stored hash in constant time. */
export function matchesHash(secret: string, known: string): boolean {
  const given = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(known);
  return given.length === stored.length && timingSafeEqual(given, stored);
}
