// Descriptions of `invalid_grant` for clients (RFC 6749 §5.2). They contain no code, token or secret.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { grantErrors } from './library-messages.ts';
import type { Refusal } from './refusal.ts';

/** The same for a code of another client, so that a client learns nothing about it. */
const unknown = 'it is unknown, has expired, or was not given to this client';

const descriptions: Record<string, string> = {
  [grantErrors.codeNotFound]: unknown,
  [grantErrors.codeExpired]: unknown,
  [grantErrors.refreshTokenNotFound]: unknown,
  [grantErrors.refreshTokenExpired]: unknown,
  [grantErrors.clientMismatch]: unknown,
  [grantErrors.codeUsed]: 'the code was used before',
  [grantErrors.codeRedirectUri]: 'redirect_uri must be the one of the authorization request',
  [grantErrors.verifierMissing]: 'code_verifier is missing',
  [grantErrors.verifierWrong]: 'code_verifier does not match code_challenge',
  [grantErrors.refreshTokenUsed]: 'the refresh token was used before',
  [grantErrors.dpopMissing]: 'a DPoP proof is missing',
  [grantErrors.dpopReplayed]: 'the DPoP proof was used before',
  [grantErrors.dpopWrongKey]: 'the DPoP proof is of another key than the token',
};

/** Returns the description for an authenticated client; undefined for any other client or error. */
export function grantErrorDescription(
  ctx: KoaContextWithOIDC,
  { error, error_detail: detail = '' }: Refusal,
): string | undefined {
  const method = ctx.oidc.client?.['clientAuthMethod'];
  if (error !== 'invalid_grant' || method === undefined || method === 'none') return undefined;
  return Object.hasOwn(descriptions, detail) ? descriptions[detail] : undefined;
}
