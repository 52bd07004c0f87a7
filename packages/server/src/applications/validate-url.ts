// Which addresses of applications we send a browser to. Pure.

import { z } from 'zod';
import { isLoopback } from '../outbound/loopback.ts';
import { textErrors } from './manifest/issues.ts';

/** A name that a container network resolves: one label, as Docker Compose gives to its services. */
const containerHost = /^[a-z0-9_-]+$/;

/** Whether plain http may be used: nothing of it leaves this computer, or its container network. */
function mayUseHttp(hostname: string, allowsContainers: boolean): boolean {
  // every name below .localhost is this computer (RFC 6761 §6.3)
  if (isLoopback(hostname) || hostname.endsWith('.localhost')) return true;
  return allowsContainers && containerHost.test(hostname);
}

/** Returns what no address of an application may hold, whatever its scheme. */
export function validateUrlParts(url: URL): string | undefined {
  if (url.hostname.includes('*')) return 'must name one host, without a *';
  if (url.username || url.password) return 'must not hold a username or password';
  if (url.hash) return 'must not have a fragment (#…)';
  return undefined;
}

/** Returns why an application may not have this web address. */
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

/** An address of an application: https, or http where `mayUseHttp` allows it; no fragment, no credentials. */
function urlSchema(allowsContainers: boolean) {
  return z.string(textErrors).check((context) => {
    const reason = validateUrl(context.value, allowsContainers);
    if (reason) context.issues.push({ code: 'custom', message: reason, input: context.value });
  });
}

/** An address of an application: https, or http on this computer; no fragment, no credentials. */
export const applicationUrl = urlSchema(false);

/** The same, and http for container host names: for instances that are not in production. */
export const developmentUrl = urlSchema(true);
