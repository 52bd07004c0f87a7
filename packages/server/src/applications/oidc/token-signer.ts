// Signs tokens synchronously. The library would sign in the thread pool that also hashes passwords, and wait for it.

import { createPrivateKey, createPublicKey, type SignKeyObjectInput, sign } from 'node:crypto';
import type { ExternalSigningKey } from 'oidc-provider';
import type { SigningAlg } from '../keys/signing-algs.ts';
import type { SigningKey } from '../keys/store.ts';
import type { Library } from './library.ts';

/** Digest and format of the signature (RFC 7518 §3.3 and §3.4, RFC 8037 §3.1). */
const formats: Record<
  SigningAlg,
  [digest: string | null, format: Omit<SignKeyObjectInput, 'key'>]
> = {
  ES256: ['sha256', { dsaEncoding: 'ieee-p1363' }],
  RS256: ['sha256', {}],
  EdDSA: [null, {}],
};

/** Returns a key in the form in which the library uses it. */
export function signerOf(library: Library, { jwk, kid, alg }: SigningKey): ExternalSigningKey {
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  const [digest, format] = formats[alg as SigningAlg];
  class Signer extends library.ExternalSigningKey {
    override keyObject() {
      return publicKey;
    }
    override async sign(data: Uint8Array) {
      return sign(digest, data, { key: privateKey, ...format });
    }
  }
  return Object.assign(new Signer(), { kid, alg });
}
