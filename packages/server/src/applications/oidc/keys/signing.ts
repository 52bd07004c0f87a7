// Signatures of ours, made at once where they are needed. The library's own way goes through the threads
// that also hash passwords, and waits behind them.

import { createPrivateKey, createPublicKey, type SignKeyObjectInput, sign } from 'node:crypto';
import type { ExternalSigningKey } from 'oidc-provider';
import type { signingAlgs } from '../clients/client-metadata.ts';
import type { Library } from '../provider.ts';
import type { SigningKey } from './store.ts';

type Alg = (typeof signingAlgs)[number];

/** Digest and form of the signature (RFC 7518 §3.3 and §3.4, RFC 8037 §3.1). */
const forms: Record<Alg, [digest: string | null, form: Omit<SignKeyObjectInput, 'key'>]> = {
  ES256: ['sha256', { dsaEncoding: 'ieee-p1363' }],
  RS256: ['sha256', {}],
  EdDSA: [null, {}],
};

/** A key as the library signs with it. */
export function signerOf(library: Library, { jwk, kid, alg }: SigningKey): ExternalSigningKey {
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = createPublicKey(privateKey);
  const [digest, form] = forms[alg as Alg];
  class Signer extends library.ExternalSigningKey {
    override keyObject() {
      return publicKey;
    }
    override async sign(data: Uint8Array) {
      return sign(digest, data, { key: privateKey, ...form });
    }
  }
  return Object.assign(new Signer(), { kid, alg });
}
