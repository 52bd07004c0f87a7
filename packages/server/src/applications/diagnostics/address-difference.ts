// How an address that a client sent differs from the registered ones. Pure.

import { type AddressParts, partsOf, shownAddress } from './shown-address.ts';

export const differences = [
  'not-an-address',
  'encoded-twice',
  'spaces',
  'scheme',
  'username',
  'host',
  'port',
  'letter-case',
  'trailing-slash',
  'path',
  'query',
  'fragment',
] as const;
export type Difference = (typeof differences)[number];

/** An address, split around the part that differs. */
export type Marked = { before: string; differs: string; after: string };

export type Comparison = {
  received: Marked;
  nearest: Marked;
  others: string[];
  differs: Difference[];
};

const maxOthers = 4;

const hostOf = ({ authority = '' }: AddressParts) =>
  authority.replace(/^.*@/s, '').replace(/:\d*$/, '');
const portOf = ({ authority = '' }: AddressParts) => /:(\d*)$/.exec(authority)?.[1];
const userOf = ({ authority = '' }: AddressParts) => /^.*@/s.exec(authority)?.[0];
const withoutSlash = (path: string) => path.replace(/\/$/, '');
const isOnlyCase = (one: string, other: string) =>
  one !== other && one.toLowerCase() === other.toLowerCase();

function pathDifference(one: string, other: string): Difference | undefined {
  if (one === other) return undefined;
  if (isOnlyCase(one, other)) return 'letter-case';
  return withoutSlash(one) === withoutSlash(other) ? 'trailing-slash' : 'path';
}

function hostDifference(one: string, other: string): Difference | undefined {
  if (one === other) return undefined;
  return isOnlyCase(one, other) ? 'letter-case' : 'host';
}

/** Only private-use schemes have no authority. */
function isBare(one: AddressParts, other: AddressParts): boolean {
  return one.scheme === '' || (one.authority === undefined && other.authority !== undefined);
}

/** Returns an empty list for equal addresses. */
export function differencesOf(received: string, registered: string): Difference[] {
  if (received === registered) return [];
  if (received.trim() === registered) return ['spaces'];
  if (/^https?%3a%2f%2f/i.test(received)) return ['encoded-twice'];
  const [one, other] = [partsOf(received.trim()), partsOf(registered)];
  if (isBare(one, other)) return ['not-an-address'];
  const found: (Difference | false | undefined)[] = [
    received.trim() !== received && 'spaces',
    one.scheme.toLowerCase() !== other.scheme.toLowerCase() && 'scheme',
    isOnlyCase(one.scheme, other.scheme) && 'letter-case',
    userOf(one) !== userOf(other) && 'username',
    hostDifference(hostOf(one), hostOf(other)),
    portOf(one) !== portOf(other) && 'port',
    pathDifference(one.path, other.path),
    one.query !== other.query && 'query',
    one.fragment !== other.fragment && 'fragment',
  ];
  return differences.filter((difference) => found.includes(difference));
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const reversed = (text: string) => [...text].reverse().join('');

/** Splits both texts where the difference begins and ends. */
export function markDifference(one: string, other: string): [Marked, Marked] {
  const start = commonStart(one, other);
  const end = commonStart(reversed(one.slice(start)), reversed(other.slice(start)));
  const cut = (text: string): Marked => ({
    before: text.slice(0, start),
    differs: text.slice(start, text.length - end),
    after: text.slice(text.length - end),
  });
  return [cut(one), cut(other)];
}

/** Returns how similar two addresses are: the host counts most, then the path. */
function similarity(received: string, registered: string): number {
  const [one, other] = [partsOf(received.trim()), partsOf(registered)];
  const same = (read: (parts: AddressParts) => string | undefined) => read(one) === read(other);
  const points = [
    same((parts) => hostOf(parts).toLowerCase()) && 8,
    same(({ path }) => withoutSlash(path).toLowerCase()) && 4,
    same(({ scheme }) => scheme.toLowerCase()) && 2,
    same(portOf) && 1,
    commonStart(received, registered) / (registered.length + 1),
  ];
  return points.reduce<number>((sum, point) => sum + (point || 0), 0);
}

/** Compares an address with the registered ones. Equally similar addresses keep the order of the record. */
export function compareAddresses(received: string, registered: readonly string[]): Comparison {
  const bySimilarity = registered.toSorted(
    (a, b) => similarity(received, b) - similarity(received, a),
  );
  const [nearest, ...others] = bySimilarity;
  const shown = shownAddress(received);
  const [first, second] = markDifference(shown, nearest === undefined ? '' : shownAddress(nearest));
  return {
    received: nearest === undefined ? { before: shown, differs: '', after: '' } : first,
    nearest: second,
    others: others.slice(0, maxOthers).map(shownAddress),
    differs: nearest === undefined ? [] : differencesOf(received, nearest),
  };
}
