// The address that --server names, and pages of its console.

import { isLoopback } from '@brama/contract/loopback';

/** Returns why this cannot be the address of a server; undefined for a valid one. */
export function serverIssue(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an address such as https://id.university.example';
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    return 'must begin with https:// (http:// only for this machine)';
  if (username || password) return 'must not contain a name or a password';
  if (pathname !== '/' || search || hash) return 'must have nothing behind the host';
  return undefined;
}

/** Returns the address of a page of the console. */
export const consolePage = (server: string, path: string): string =>
  `${new URL(server).origin}/en/admin${path}`;
