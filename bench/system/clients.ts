// The applications that log in through OpenID Connect and through CAS in the benchmark.

import { createHash } from 'node:crypto';

export type SsoClient = { id: string; redirectUri: string; grants: readonly string[] };

/** One client that only signs users in, and one that also refreshes its tokens. */
export const hopClient: SsoClient = {
  id: 'bench-hop',
  redirectUri: 'https://hop.campus.example/callback',
  grants: ['authorization_code'],
};
export const refreshClient: SsoClient = {
  id: 'bench-refresh',
  redirectUri: 'https://refresh.campus.example/callback',
  grants: ['authorization_code', 'refresh_token'],
};
export const ssoClients = [hopClient, refreshClient] as const;

/** The address of the application that logs in through CAS. */
export const casService = 'https://cas.campus.example/app/';

/** Derives the secret, so that both sides know it. The servers live as long as the run. */
export function secretOf(clientId: string): string {
  return createHash('sha256').update(`benchmark ${clientId}`).digest('base64url');
}
