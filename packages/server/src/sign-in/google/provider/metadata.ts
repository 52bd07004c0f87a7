// How the issuer describes itself, and which of it we go by. Pure.

import type { ServerMetadata } from 'openid-client';
import { isLoopback } from '../../../outbound/loopback.ts';
import { IssuerUnavailable } from '../refusal.ts';

/** Signatures anybody can check and only the issuer can make. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].concat([
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);

/** OpenID Connect Discovery §3: RS256 must be among them. */
const commonest = ['RS256'];

const isAddressOfMachine = (host: string) => isLoopback(host) || /^[\d.]+$|^\[/.test(host);

/**
 * Description or not, nobody is sent, and nothing of ours goes, over plain http or to a machine inside our
 * network, unless the issuer itself, which the operator has named, stands there.
 */
function isSound(endpoint: string | undefined, issuer: URL): boolean {
  const url = endpoint === undefined ? null : URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (url.protocol !== 'https:' && url.protocol !== issuer.protocol) return false;
  return url.hostname === issuer.hostname || !isAddressOfMachine(url.hostname);
}

/** @throws {IssuerUnavailable} naming the first endpoint that is missing or unsound. */
export function soundMetadata(metadata: ServerMetadata): ServerMetadata {
  const issuer = new URL(metadata.issuer);
  const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  const unsound = needed.find((name) => !isSound(metadata[name], issuer));
  if (unsound) throw new IssuerUnavailable(`unsound ${unsound}`);
  const told = metadata.id_token_signing_alg_values_supported ?? commonest;
  return {
    ...metadata,
    id_token_signing_alg_values_supported: told.filter((one) => algorithms.includes(one)),
  };
}
