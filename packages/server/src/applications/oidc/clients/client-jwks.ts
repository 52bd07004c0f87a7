// The JWKS of a client that authenticates by signatures instead of a secret (RFC 7517 §5).

import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { z } from 'zod';

const fewestRsaBits = 2048;
/** Members that only private or symmetric keys have (RFC 7518 §6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];
const curves = ['P-256', 'P-384', 'P-521', 'Ed25519'];

/** Returns what is wrong with a key, without any part of it; undefined for a valid key. */
function validateKey(jwk: Record<string, unknown>): string | undefined {
  if (privateMembers.some((member) => member in jwk))
    return 'must be a public key: this one holds private parts, make a new pair';
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return 'must be for signing (use: sig)';
  if (jwk['kty'] !== 'RSA' && !curves.includes(`${jwk['crv']}`))
    return `must be RSA or of the curves ${curves.join(', ')}`;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    if (bits !== undefined && bits < fewestRsaBits)
      return `must have at least ${fewestRsaBits} bits`;
  } catch {
    return 'is not a sound JWK';
  }
  return undefined;
}

const publicKey = z
  .record(z.string(), z.unknown(), { error: 'must be a JWK' })
  .check(({ value, issues }) => {
    const reason = validateKey(value);
    if (reason !== undefined) issues.push({ code: 'custom', message: reason, input: undefined });
  });

export const publicKeySet = z.strictObject({
  keys: z
    .array(publicKey, { error: 'must be a list' })
    .min(1, 'must not be empty')
    .max(20, 'must hold at most 20 entries'),
});
