// Which redirects the Content-Security-Policy of a page allows after its form. Pure.

/** Returns the source for `form-action` that allows a redirect to this address. An IPv6 address is not possible (CSP3 §2.3.1). */
export function formTargetOf(address: string): string {
  const { protocol, origin, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return protocol;
  return hostname.startsWith('[') ? protocol : origin;
}

/** Allows a redirect to `target` after a form in a Content-Security-Policy: browsers apply `form-action` to every redirect. */
export function withFormTarget(policy: string, target: string): string {
  return policy.replace("form-action 'self'", (own) => `${own} ${target}`);
}
