// Checks the URLs of applications to which the server redirects browsers. Pure.

import { isLoopback } from '../loopback.ts';

/** A name that a container network resolves: one label, such as the service names of Docker Compose. */
const containerHost = /^[a-z0-9_-]+$/;

/** Plain http is allowed where the traffic stays on this computer or its container network. */
function mayUseHttp(hostname: string, allowsContainers: boolean): boolean {
  // .localhost names resolve to the loopback address (RFC 6761 §6.3)
  if (isLoopback(hostname) || hostname.endsWith('.localhost')) return true;
  return allowsContainers && containerHost.test(hostname);
}

/** Returns why a URL of any scheme is invalid; undefined for a valid one. */
export function validateUrlParts(url: URL): string | undefined {
  if (url.hostname.includes('*')) return 'must name one host, without a *';
  if (url.username || url.password) return 'must not hold a username or password';
  if (url.hash) return 'must not have a fragment (#…)';
  return undefined;
}

/** Returns why an http or https URL is invalid; undefined for a valid one. */
export function validateUrl(text: string, allowsContainers = false): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'must be a full address, for example https://app.campus.example/callback';
  const isHttp = url.protocol === 'http:' && mayUseHttp(url.hostname, allowsContainers);
  if (url.protocol !== 'https:' && !isHttp) {
    const hosts = allowsContainers
      ? 'localhost, *.localhost, 127.0.0.1 and hosts without a dot'
      : 'localhost, *.localhost and 127.0.0.1';
    return `must begin with https:// (http:// is for ${hosts} only)`;
  }
  return validateUrlParts(url);
}
