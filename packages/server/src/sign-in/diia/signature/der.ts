// A lazy DER parser (X.690): it parses the content of an element only on request. An attacker could keep a parser busy
// that parses the whole tree, with a few bytes.

export type Element = {
  tag: number;
  /** With its header, unchanged. */
  whole: Buffer;
  content: Buffer;
};

export const tags = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Returns the tag of the constructed element `[n]`. */
export const context = (n: number) => 0xa0 | n;

/** More than in any structure that is read here. */
const maxSiblings = 64;

function raise(reason: string): never {
  throw new Error(`DER: ${reason}`);
}

/** Reads a length of more than seven bits (X.690 §8.1.3.5). */
function longLength(bytes: Buffer): number {
  // no bytes mean an indefinite length, which DER forbids; more than three a length beyond any message
  if (bytes.length < 1 || bytes.length > 3) raise('a length of another form');
  return bytes.readUIntBE(0, bytes.length);
}

function elementAt(bytes: Buffer, at: number): Element {
  const [tag, first] = bytes.subarray(at);
  if (tag === undefined || first === undefined) return raise('cut off');
  if ((tag & 0x1f) === 0x1f) raise('a tag of several bytes');
  const start = at + 2 + (first < 0x80 ? 0 : first & 0x7f);
  const length = first < 0x80 ? first : longLength(bytes.subarray(at + 2, start));
  const end = start + length;
  if (end > bytes.length) raise('cut off');
  return { tag, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) };
}

/** Returns the only element in these bytes. @throws for other bytes. */
export function elementOf(bytes: Buffer): Element {
  const element = elementAt(bytes, 0);
  return element.whole.length === bytes.length ? element : raise('something behind it');
}

/** Returns the elements inside an element. @throws for another tag, and for more than 64 elements. */
export function inside(element: Element | undefined, tag: number): Element[] {
  const bytes = contentOf(element, tag);
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const next = elementAt(bytes, at);
    if (elements.push(next) > maxSiblings) raise('too many elements');
    at += next.whole.length;
  }
  return elements;
}

/** @throws for another tag. */
export function contentOf(element: Element | undefined, tag: number): Buffer {
  return element?.tag === tag ? element.content : raise('another element than expected');
}

/** Returns an object identifier in dot notation (X.690 §8.19). @throws for another or an incomplete element. */
export function oidIn(element: Element | undefined): string {
  const bytes = contentOf(element, tags.oid);
  if (bytes.length < 1 || bytes.length > 32) raise('an object identifier of no sense');
  const arcs = [0];
  for (const byte of bytes) {
    arcs.push((arcs.pop() ?? 0) * 128 + (byte & 0x7f));
    if ((byte & 0x80) === 0) arcs.push(0);
  }
  // the last byte of a complete identifier starts an empty arc
  if (arcs.pop() !== 0 || ((bytes.at(-1) ?? 0) & 0x80) !== 0) raise('an object identifier cut off');
  const [both = 0, ...rest] = arcs;
  const first = Math.min(2, Math.floor(both / 40));
  return [first, both - first * 40, ...rest].join('.');
}
