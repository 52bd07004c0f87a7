// Formats a sent address for the owner of the application: recognisable, but without possible secrets. It never
// contains a space, so that no part of it looks like a message of ours. Pure.

const maxLength = 200;
/** Longer names and path segments may be tokens. */
const maxPartLength = 40;
/** The rest of a longer address is ignored. */
const maxRead = 2000;
const maxNames = 10;

export type AddressParts = {
  scheme: string;
  authority: string | undefined;
  path: string;
  query: string | undefined;
  fragment: string | undefined;
};

/** Splits an address (RFC 3986 appendix B). A URL parser would normalise it and hide the difference. */
export function partsOf(address: string): AddressParts {
  const found = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(
    address.slice(0, maxRead),
  );
  const [, scheme = '', authority, path = '', query, fragment] = found ?? [];
  return { scheme, authority, path, query, fragment };
}

function plainText(text: string): string {
  return text.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

const shorten = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

const withoutUser = (text: string) => text.replace(/^.*@/s, '…@');

/** Returns whether a text looks random: mixed cases and digits, which words do not have. */
function isRandom(piece: string): boolean {
  if (piece.length < 16) return false;
  const isMixed = /[a-z]/.test(piece) && /[A-Z]/.test(piece) && /\d/.test(piece);
  return isMixed || (piece.match(/\d/g)?.length ?? 0) >= 3;
}

/** Returns whether a path segment may be a token. Names of services are often words joined by `-`, or UUIDs. */
function mayBeToken(name: string): boolean {
  return name.length > maxPartLength || name.split(/[-_.~]/).some(isRandom);
}

/** Shows a path segment without its parameters (`;jsessionid=…`), also encoded ones: they are values. */
function showPart(part: string): string {
  const [name = '', ...more] = withoutUser(part).split(/;|%3[bf]|%23/i);
  const isToken = mayBeToken(name);
  return `${isToken ? name.slice(0, 8) : name}${isToken || more.length > 0 ? '…' : ''}`;
}

const showPath = (path: string) =>
  path
    .split(/(\/|\\|%2f)/i)
    .map((part, index) => (index % 2 === 0 ? showPart(part) : part))
    .join('');

/** Shows the name of a query parameter. A pair without `=` may be a value. */
function showPair(pair: string): string {
  const name = /^([\w.[\]-]+)=/.exec(pair)?.[1];
  return name === undefined || name.length > maxPartLength ? '…' : `${name}=…`;
}

function showQuery(query: string): string {
  const pairs = query.split('&');
  const names = pairs.slice(0, maxNames).map(showPair);
  return [...names, ...(pairs.length > maxNames ? ['…'] : [])].join('&');
}

/** Returns at most 200 characters, without values of the query, username, password and fragment. */
export function shownAddress(address: string): string {
  const { scheme, authority, path, query, fragment } = partsOf(address);
  const shown = [
    scheme && `${scheme}:`,
    authority !== undefined && `//${withoutUser(authority)}`,
    showPath(path),
    query !== undefined && `?${showQuery(query)}`,
    fragment !== undefined && '#…',
  ].filter(Boolean);
  // the ellipsis is ours and must not be encoded
  const plain = shown.join('').split('…').map(plainText).join('…');
  return shorten(plain, maxLength);
}
