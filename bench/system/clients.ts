// The applications that log in through OpenID Connect in the benchmark.

import { createHash } from 'node:crypto';

export type SsoClient = { id: string; redirectUri: string; grants: readonly string[] };

/** One that only wants to know who came, and one that keeps refreshing its tokens. */
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

/** Known to both sides without being passed around; the servers live as long as the run. */
export function secretOf(clientId: string): string {
  return createHash('sha256').update(`benchmark ${clientId}`).digest('base64url');
}
