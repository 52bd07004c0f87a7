// Finds the encoding of a text: by its byte order mark, or by the zeros of UTF-16. Otherwise most bytes beside ASCII decide.

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

const marks: [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the encoding that a byte order mark names, and the length of the mark. */
export function markedEncoding(bytes: Buffer): { encoding: Encoding; length: number } | undefined {
  const found = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return found && { encoding: found[0], length: found[1].length };
}

/** The high bytes of ASCII, Latin and Cyrillic letters in UTF-16. */
const isHighByte = (byte: number | undefined) => byte === 0 || byte === 1 || byte === 4;

/** Returns UTF-16 if nearly every second byte is a high byte, and some are zero: separators and digits are ASCII. */
export function unmarkedUtf16(bytes: Buffer): Encoding | undefined {
  const pairs = bytes.length >> 1;
  if (pairs === 0) return undefined;
  const high = [0, 0];
  const zeros = [0, 0];
  for (let index = 0; index < pairs * 2; index += 1) {
    const parity = index & 1;
    if (isHighByte(bytes[index])) high[parity] = (high[parity] ?? 0) + 1;
    if (bytes[index] === 0) zeros[parity] = (zeros[parity] ?? 0) + 1;
  }
  const fits = (parity: number) =>
    (high[parity] ?? 0) > pairs * 0.9 && (zeros[parity] ?? 0) > pairs * 0.05;
  if (fits(1) && !fits(0)) return 'utf-16le';
  return fits(0) && !fits(1) ? 'utf-16be' : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1251 = new TextDecoder('windows-1251');

/** Returns undefined for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

export const decodeWindows1251 = (bytes: Buffer) => windows1251.decode(bytes);

/** What Ukrainian and Russian texts in Windows-1251 have beside ASCII. */
const expected = /[А-Яа-яІіЇїЄєҐґЁё’‘“”«»„–—№…\u{a0}]/gu;
const other = /[^\0-\x7f]/gu;
/** KOI8 read as Windows-1251: letters change their case. */
const swapped = /(?<![А-Яа-я])[а-я][А-Я]{2,}/gu;
const usual = /[А-Яа-я][а-я]{2,}/gu;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function isWindows1251(text: string): boolean {
  return (
    count(text, expected) >= count(text, other) * 0.8 && count(text, swapped) <= count(text, usual)
  );
}

function countNonAscii(lines: readonly Buffer[]): number {
  let found = 0;
  for (const line of lines) for (const byte of line) if (byte >= 0x80) found += 1;
  return found;
}

/**
 * Returns the encoding of lines that have other bytes than ASCII; undefined if it is none of ours. Most of these bytes decide: a few
 * damaged lines do not change how the others are read.
 */
export function encodingOf(lines: readonly Buffer[]): 'utf-8' | 'windows-1251' | undefined {
  const others = lines.filter((line) => decodeUtf8(line) === undefined);
  if (countNonAscii(others) * 2 <= countNonAscii(lines)) return 'utf-8';
  return isWindows1251(others.map(decodeWindows1251).join('\n')) ? 'windows-1251' : undefined;
}

const cyrillicPairs = /[\xd0-\xd3][\x80-\xbf]/g;

/** Returns whether a line of a file in Windows-1251 is UTF-8: at least four letters, and nothing that UTF-8 does not allow. */
export function isUtf8Line(bytes: Buffer): boolean {
  return count(bytes.toString('latin1'), cyrillicPairs) >= 4 && decodeUtf8(bytes) !== undefined;
}
