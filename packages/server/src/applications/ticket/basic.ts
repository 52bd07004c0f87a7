// HTTP Basic credentials (RFC 7617 §2). Pure.

/** Returns name and password of an Authorization header; undefined for another header. The password may have colons. */
export function parseBasicCredentials(header: string | undefined) {
  const match = /^basic +([A-Za-z0-9+/=]{1,4096}) *$/i.exec(header ?? '');
  if (!match?.[1]) return undefined;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
