// Errors of the library, and the error texts that our pages, logs and responses depend on. The library gives no codes for these
// cases. A test looks each text up in the source of the library.

import type { KoaContextWithOIDC } from 'oidc-provider';

export type Refusal = {
  error: string;
  error_description?: string | undefined;
  /** Not part of the response. */
  error_detail?: string | undefined;
};

/** The same for a code of another client, so that a client learns nothing about it. */
const unknown = 'it is unknown, has expired, or was not given to this client';

export const codeUsed = 'authorization code already consumed';
export const refreshTokenUsed = 'refresh token already used';

/** `error_detail` of `invalid_grant` → its description for the client, without any code, token or secret. */
export const grantErrors: Readonly<Record<string, string>> = {
  'authorization code not found': unknown,
  'authorization code is expired': unknown,
  'refresh token not found': unknown,
  'refresh token is expired': unknown,
  'client mismatch': unknown,
  [codeUsed]: 'the code was used before',
  'authorization code redirect_uri mismatch':
    'redirect_uri must be the one of the authorization request',
  'code_verifier must be provided': 'code_verifier is missing',
  'code_verifier does not match code_challenge': 'code_verifier does not match code_challenge',
  [refreshTokenUsed]: 'the refresh token was used before',
  'DPoP proof JWT not provided': 'a DPoP proof is missing',
  'DPoP proof JWT Replay detected': 'the DPoP proof was used before',
  'failed jkt verification': 'the DPoP proof is of another key than the token',
};

/** Returns the description for an authenticated client (RFC 6749 §5.2); undefined for any other client or error. */
export function grantErrorDescription(
  ctx: KoaContextWithOIDC,
  { error, error_detail: detail = '' }: Refusal,
): string | undefined {
  const method = ctx.oidc.client?.['clientAuthMethod'];
  if (error !== 'invalid_grant' || method === undefined || method === 'none') return undefined;
  return Object.hasOwn(grantErrors, detail) ? grantErrors[detail] : undefined;
}

/** Parts of error texts about a parameter of a request. */
export const requestErrors = {
  parameterMissing: 'missing required parameter',
  redirectUriMismatch: 'redirect_uri mismatch',
  redirectUriDiffers: 'redirect_uri did not match',
  postLogoutRedirectUri: 'post_logout_redirect_uri not registered',
  responseTypeNotAllowed: 'response_type is not allowed',
  responseModeNotAllowed: 'response_mode is not allowed',
  grantTypeNotAllowed: 'grant type is not allowed',
  authMethodMismatch: 'does not match the registered client authentication method',
} as const;

/** The form of a device page was issued to another browser or user. */
export const staleFormErrors: readonly string[] = [
  'could not find device form details',
  'xsrf token invalid',
];
