// Checks that the secret of an application is strong enough to be stored as a plain SHA-256. Pure.

const minBits = 128;

/**
 * Returns an upper bound of the entropy in bits: length times bits per character of its alphabet, less for few distinct
 * characters. Detects words, repetitions and short secrets.
 */
function maxEntropy(secret: string): number {
  const alphabet = /^[0-9]+$/.test(secret) ? 10 : /^[0-9a-f]+$|^[0-9A-F]+$/.test(secret) ? 16 : 64;
  const distinct = new Set(secret).size;
  // 22 random base64 characters have at least 12 distinct ones, 32 hex digits at least 8
  const variety = Math.min(1, distinct / (alphabet === 64 ? 12 : 8));
  return secret.length * Math.log2(alphabet) * variety;
}

/** Returns why a secret is invalid; undefined for a valid one. Never repeats the secret. */
export function validateSecret(secret: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(secret))
    return 'must consist of printable ASCII characters, no spaces';
  if (secret.length > 256) return 'must be at most 256 characters long';
  if (maxEntropy(secret) < minBits)
    return 'must have at least 128 random bits: make it with `openssl rand -base64 32`';
  return undefined;
}

/** Returns why the text is not the stored hash of a secret. */
export function validateSecretHash(text: string): string | undefined {
  return /^[\w-]{43}$/.test(text) ? undefined : 'must be the SHA-256 of the secret in base64url';
}
