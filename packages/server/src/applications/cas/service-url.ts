// Addresses of services: which ones are accepted at all, which a registered address covers, and how a ticket is added. Pure.

const maxLength = 2048;

/** Why an address is not accepted. */
export type UrlReason =
  | 'too-long'
  | 'not-an-address'
  | 'username'
  | 'fragment'
  | 'ticket-parameter'
  | 'encoded-path';

/** `href` is the normalised form, by which addresses are compared. */
export type ServiceUrl = { url: URL; href: string };

/** Browsers and servers read `\`, tabs, line breaks and spaces around an address in different ways. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const ambiguous = /[\\\u0000-\u001f\u007f]|^ | $/;

/** Characters that must not appear in a path by decoding: a server would see other segments than those that were compared. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it looks for
const hiddenSeparator = /[/\\\u0000]/;

/** The same for a second decoding: the parser of URLs resolves only dots that are encoded once. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it looks for
const hiddenByTwo = /[./\\\u0000]/;

/** Bytes next to each other, which are characters only together. */
const encodedBytes = /(?:%[0-9a-f]{2})+/gi;

/** An escape of JavaScript and of some servers, such as `%u002e`. */
const unicodeEscape = /%u[0-9a-f]{4}/i;

const maxDecodings = 3;

/** A segment such as `..;x`, which some servers resolve like `..`. */
const dotsWithParameter = /\/(?:\.|%2e){1,2}(?:;|%3b)/i;

/** PHP reads `ticket[]` and ` ticket` as `ticket`, and CGI.pm also splits a query at `;`. */
function hasTicket({ search }: URL): boolean {
  const parts = search.slice(1).split(/[&;]/);
  const names = parts.flatMap((part) => [...new URLSearchParams(part).keys()]);
  return names.some((name) => /^ *ticket(?:\[|$)/.test(name));
}

/** Returns the path decoded once, or undefined if it is not UTF-8 or hides one of the characters. */
function decodeOnce(path: string, hidden: RegExp): string | undefined {
  let isAmbiguous = false;
  const decoded = path.replace(encodedBytes, (bytes) => {
    try {
      const text = decodeURIComponent(bytes);
      isAmbiguous ||= hidden.test(text);
      return text;
    } catch {
      // not UTF-8, such as the overlong `%c0%ae`, which some servers read as a dot
      isAmbiguous = true;
      return bytes;
    }
  });
  return isAmbiguous ? undefined : decoded;
}

/** Returns whether a server that decodes the path once or more often could read another one. */
function isPathAmbiguous(path: string): boolean {
  let text = path;
  for (let round = 0; round <= maxDecodings; round += 1) {
    if (dotsWithParameter.test(text) || unicodeEscape.test(text)) return true;
    const decoded = decodeOnce(text, round === 0 ? hiddenSeparator : hiddenByTwo);
    if (decoded === undefined) return true;
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

/** Reads an address that a client has sent, or that an administrator registers. */
export function parseService(text: string): ServiceUrl | { reason: UrlReason } {
  if (text.length > maxLength) return { reason: 'too-long' };
  if (!/^https?:\/\/[^/\\]/i.test(text) || ambiguous.test(text) || !text.isWellFormed())
    return { reason: 'not-an-address' };
  const url = URL.parse(text);
  if (!url) return { reason: 'not-an-address' };
  if (url.username || url.password) return { reason: 'username' };
  if (text.includes('#')) return { reason: 'fragment' };
  // the application would read this ticket in place of ours
  if (hasTicket(url)) return { reason: 'ticket-parameter' };
  const [path = ''] = text.split('?', 1);
  if (isPathAmbiguous(path) || isPathAmbiguous(url.pathname)) return { reason: 'encoded-path' };
  return { url, href: url.href };
}

/**
 * Returns whether a registered address covers an address: the same origin, and the same path or one below it. Servlets add their
 * session to the last part of the path: `/reading;jsessionid=1`.
 */
export function matchesPrefix({ url }: ServiceUrl, prefix: URL): boolean {
  if (url.origin !== prefix.origin) return false;
  const { pathname } = prefix;
  if (!url.pathname.startsWith(pathname)) return false;
  return pathname.endsWith('/') || /^(?:[/;]|$)/.test(url.pathname.slice(pathname.length));
}

/**
 * Returns the form in which addresses are compared: the query without `?` and `&` at its end. Clients that remove the ticket remove
 * them too, or leave them.
 */
export function comparedForm(href: string): string {
  const [path = ''] = href.split('?', 1);
  let end = href.length;
  while (end > path.length && /[?&]/.test(href.charAt(end - 1))) end -= 1;
  return href.slice(0, end);
}

/** Adds parameters to a normalised address as text: a query that is encoded again would differ from that at the validation. */
export function addParameters(href: string, parameters: string): string {
  if (!href.includes('?')) return `${href}?${parameters}`;
  // only the first `?` begins the query
  const isComplete = href.indexOf('?') === href.length - 1 || href.endsWith('&');
  return `${href}${isComplete ? '' : '&'}${parameters}`;
}

export const withTicket = (href: string, ticket: string) => addParameters(href, `ticket=${ticket}`);
