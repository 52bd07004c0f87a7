// Random secrets for tickets and sessions, and the hash under which they are stored. Not for passwords.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url: safe in addresses and cookies as it is. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in base64url. Enough for secrets of full entropy, which cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Compares a secret with a stored hash in constant time. */
export function matchesHash(secret: string, known: string): boolean {
  const given = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(known);
  return given.length === stored.length && timingSafeEqual(given, stored);
}
