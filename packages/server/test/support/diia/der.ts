// The subset of DER (X.690) that certificates and signatures need. Hand-written, so that tests can also make what no
// library would.

export type Der = Buffer;

function lengthOf(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const hex = size.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

export function tagged(tag: number, ...parts: readonly Der[]): Der {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

export const sequence = (...parts: Der[]) => tagged(0x30, ...parts);
export const set = (...parts: Der[]) => tagged(0x31, ...parts);
/** `[n]`, constructed. */
export const context = (n: number, ...parts: Der[]) => tagged(0xa0 | n, ...parts);
export const octets = (bytes: Buffer) => tagged(0x04, bytes);
export const bits = (bytes: Buffer) => tagged(0x03, Buffer.from([0]), bytes);
export const integer = (value: number) => tagged(0x02, Buffer.from([value]));
export const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]));
export const printable = (text: string) => tagged(0x13, Buffer.from(text, 'latin1'));
export const utf8 = (text: string) => tagged(0x0c, Buffer.from(text));

export function oid(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return tagged(0x06, Buffer.from(bytes));
}

/** Returns a UTCTime, with a year of two digits. */
export function utcTime(at: number): Der {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x17, Buffer.from(digits.slice(2)));
}
