// Is an application's secret strong enough to be kept as a plain SHA-256? Pure.

const minBits = 128;

/**
 * Upper bound of the randomness in a text: length times bits per character of the alphabet it visibly
 * uses, no more than its distinct characters allow. Catches words, repetitions and short secrets.
 */
function bitsAtMost(secret: string): number {
  const alphabet = /^[0-9]+$/.test(secret) ? 10 : /^[0-9a-f]+$|^[0-9A-F]+$/.test(secret) ? 16 : 64;
  const distinct = new Set(secret).size;
  // 16 distinct characters at least are expected of 22 random base64 characters, 8 of 32 hex digits
  const variety = Math.min(1, distinct / (alphabet === 64 ? 12 : 8));
  return secret.length * Math.log2(alphabet) * variety;
}

/** Says why a secret cannot be used, or nothing. Never repeats it. */
export function validateSecret(secret: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(secret))
    return 'must consist of printable ASCII characters, no spaces';
  if (secret.length > 256) return 'must be at most 256 characters long';
  if (bitsAtMost(secret) < minBits)
    return 'must have at least 128 random bits: make it with `openssl rand -base64 32`';
  return undefined;
}
