// The addresses of the identity provider. Those the library has switched off are named all the same, so
// that none of its own ever shows.

import { devicePath } from '@brama/contract/paths';

export const endpoints = {
  authorization: '/oidc/auth',
  token: '/oidc/token',
  userinfo: '/oidc/userinfo',
  jwks: '/oidc/jwks',
  introspection: '/oidc/introspect',
  revocation: '/oidc/revoke',
  end_session: '/oidc/logout',
  pushed_authorization_request: '/oidc/par',
  device_authorization: '/oidc/device/auth',
  code_verification: devicePath,
  registration: '/oidc/register',
  backchannel_authentication: '/oidc/backchannel',
  challenge: '/oidc/challenge',
  credential: '/oidc/credential',
} as const;

export const discoveryPaths = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
] as const;

/** Called by servers of applications and by scripts, with credentials of their own. */
export const calledByPrograms: readonly string[] = [
  endpoints.token,
  endpoints.revocation,
  endpoints.introspection,
  endpoints.userinfo,
  endpoints.pushed_authorization_request,
  endpoints.device_authorization,
  endpoints.registration,
];

/** What programs are told while the database is away: in the form of RFC 6749, with a code of its §4.1.2.1. */
export const unavailableAnswer = {
  error: 'temporarily_unavailable',
  error_description: 'try again later',
} as const;
/** The same after too many requests, or too many wrong secrets. */
export const tooManyAnswer = {
  error: 'temporarily_unavailable',
  error_description: 'too many requests, or too many wrong secrets, from this network: wait',
} as const;
export const retryAfterSeconds = 5;
