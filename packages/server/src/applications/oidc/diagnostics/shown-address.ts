// An address as we repeat it to the owner of an application: recognisable, and without what may be secret in it.
// Somebody else wrote it: nothing of it may read as a message of ours, so it never holds a space. Pure.

const longest = 200;
/** Longer names and parts of a path may be tokens. */
const longestPart = 40;
/** More is never looked at. */
const mostRead = 2000;
const mostNames = 10;

export type AddressParts = {
  scheme: string;
  authority: string | undefined;
  path: string;
  query: string | undefined;
  fragment: string | undefined;
};

/** As it stands (RFC 3986 appendix B): a parser of addresses would tidy away the very difference. */
export function partsOf(address: string): AddressParts {
  const found = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(
    address.slice(0, mostRead),
  );
  const [, scheme = '', authority, path = '', query, fragment] = found ?? [];
  return { scheme, authority, path, query, fragment };
}

/** Printable ASCII without spaces; everything else is encoded. */
function plainText(text: string): string {
  return text.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

const shorten = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

const withoutUser = (text: string) => text.replace(/^.*@/s, '…@');

/** Random letters, in some mix of cases or with several digits, as no word has them. */
function isRandom(piece: string): boolean {
  if (piece.length < 16) return false;
  const isMixed = /[a-z]/.test(piece) && /[A-Z]/.test(piece) && /\d/.test(piece);
  return isMixed || (piece.match(/\d/g)?.length ?? 0) >= 3;
}

/** Names of services are often made of words with `-` between them, or are UUIDs. */
function mayBeToken(name: string): boolean {
  return name.length > longestPart || name.split(/[-_.~]/).some(isRandom);
}

/** Parameters of a part (`;jsessionid=…`), and what hides encoded in it, are values. */
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

/** A name without a value may be a value without a name. */
function showPair(pair: string): string {
  const name = /^([\w.[\]-]+)=/.exec(pair)?.[1];
  return name === undefined || name.length > longestPart ? '…' : `${name}=…`;
}

function showQuery(query: string): string {
  const pairs = query.split('&');
  const names = pairs.slice(0, mostNames).map(showPair);
  return [...names, ...(pairs.length > mostNames ? ['…'] : [])].join('&');
}

/** At most 200 characters: no values of a query, no username or password, no fragment. */
export function shownAddress(address: string): string {
  const { scheme, authority, path, query, fragment } = partsOf(address);
  const shown = [
    scheme && `${scheme}:`,
    authority !== undefined && `//${withoutUser(authority)}`,
    showPath(path),
    query !== undefined && `?${showQuery(query)}`,
    fragment !== undefined && '#…',
  ].filter(Boolean);
  // the sign of what was left out is ours
  const plain = shown.join('').split('…').map(plainText).join('…');
  return shorten(plain, longest);
}
