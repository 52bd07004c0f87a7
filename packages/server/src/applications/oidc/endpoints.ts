// Paths of the provider and shared error responses.

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
} as const;

export const discoveryPaths = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
] as const;

export const postEndpoints: readonly string[] = [
  endpoints.token,
  endpoints.revocation,
  endpoints.introspection,
  endpoints.pushed_authorization_request,
  endpoints.device_authorization,
];
/** Called by servers and scripts of clients, with their own credentials. */
export const apiEndpoints = [...postEndpoints, endpoints.userinfo, endpoints.registration];

/** Response while the database is unavailable: the format of RFC 6749 §5.2 with a code of its §4.1.2.1. */
export const unavailableResponse = {
  error: 'temporarily_unavailable',
  error_description: 'try again later',
} as const;
/** Response after too many requests or too many wrong client secrets. */
export const tooManyRequestsResponse = {
  error: 'temporarily_unavailable',
  error_description: 'too many requests, or too many wrong secrets, from this network: wait',
} as const;
export const retryAfterSeconds = 5;
