// Validates the metadata of the issuer. Pure.

import { isLoopback } from '@brama/contract/loopback';
import type { ServerMetadata } from 'openid-client';
import { IssuerUnavailable } from '../refusal.ts';

/** Asymmetric algorithms only. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].concat([
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);

/** OpenID Connect Discovery §3 requires RS256. */
const defaultAlgorithms = ['RS256'];

const isIpOrLoopback = (host: string) => isLoopback(host) || /^[\d.]+$|^\[/.test(host);

/**
 * Returns whether users and secrets may be sent to this endpoint. Plain http and addresses inside our network are allowed
 * only where the configured issuer itself uses them.
 */
function isSafe(endpoint: string | undefined, issuer: URL): boolean {
  const url = endpoint === undefined ? null : URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  if (url.protocol !== 'https:' && url.protocol !== issuer.protocol) return false;
  return url.hostname === issuer.hostname || !isIpOrLoopback(url.hostname);
}

/** @throws {IssuerUnavailable} naming the first endpoint that is missing or unsafe. */
export function validateMetadata(metadata: ServerMetadata): ServerMetadata {
  const issuer = new URL(metadata.issuer);
  const required = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
  const unsafe = required.find((name) => !isSafe(metadata[name], issuer));
  if (unsafe) throw new IssuerUnavailable(`unsound ${unsafe}`);
  const supported = metadata.id_token_signing_alg_values_supported ?? defaultAlgorithms;
  return {
    ...metadata,
    id_token_signing_alg_values_supported: supported.filter((one) => algorithms.includes(one)),
  };
}
