// Error texts of the library that our pages, logs and responses depend on. The library gives no codes for these cases. A
// test looks each text up in the source of the library.

/** Reasons of `invalid_grant` at the token endpoint, in the field `error_detail`. */
export const grantErrors = {
  codeNotFound: 'authorization code not found',
  codeExpired: 'authorization code is expired',
  codeUsed: 'authorization code already consumed',
  codeRedirectUri: 'authorization code redirect_uri mismatch',
  refreshTokenNotFound: 'refresh token not found',
  refreshTokenExpired: 'refresh token is expired',
  refreshTokenUsed: 'refresh token already used',
  clientMismatch: 'client mismatch',
  verifierMissing: 'code_verifier must be provided',
  verifierWrong: 'code_verifier does not match code_challenge',
  dpopMissing: 'DPoP proof JWT not provided',
  dpopReplayed: 'DPoP proof JWT Replay detected',
  dpopWrongKey: 'failed jkt verification',
} as const;

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
export const deviceFormErrors = {
  detailsMissing: 'could not find device form details',
  csrfTokenInvalid: 'xsrf token invalid',
} as const;
