// Checks that bytes are one complete PNG or WebP file without animation, and returns its size. Pure; decodes no pixels.

import { crc32 } from 'node:zlib';

export type PictureSize = { width: number; height: number };
/** Found in the file: its size, or why it is not accepted. */
export type CheckedPicture = PictureSize | { reason: string };

/** A longer picture would be a line on the page. */
const maxRatio = 4;

/** Returns why a picture of this size is not accepted. */
export function sizeIssue({ width, height }: PictureSize, [min, max]: readonly [number, number]) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < min || long > max) return `must be ${min} to ${max} pixels wide and high`;
  return long > maxRatio * short ? `must be at most ${maxRatio} times as long as wide` : undefined;
}

const animated = { reason: 'must not be animated' };

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const brokenPng = { reason: 'is not a complete PNG file' };

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(pngSignature);
}

/** Walks the chunks (PNG specification §5.3): nothing may follow the last one. */
export function checkPng(bytes: Buffer): CheckedPicture {
  const found: string[] = [];
  let at = 8;
  while (at + 12 <= bytes.length && found.at(-1) !== 'IEND') {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) return brokenPng;
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return brokenPng;
    found.push(bytes.toString('latin1', at + 4, at + 8));
    at = end + 4;
  }
  if (found.includes('acTL')) return animated;
  const isComplete = found[0] === 'IHDR' && found.includes('IDAT') && found.at(-1) === 'IEND';
  if (!isComplete || at !== bytes.length || bytes.readUInt32BE(8) !== 13) return brokenPng;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const brokenWebp = { reason: 'is not a complete WebP file' };

export function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** Returns the size in a chunk with pixels (RFC 9649 §2.5, §2.6); undefined for another or a broken chunk. */
function sizeInChunk(type: string, data: Buffer): PictureSize | undefined {
  if (type === 'VP8 ' && data.length >= 10 && data.readUIntBE(3, 3) === 0x9d012a)
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  if (type !== 'VP8L' || data.length < 5 || data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Walks the chunks of the RIFF container (RFC 9649 §2.3): they must fill the file exactly. */
export function checkWebp(bytes: Buffer): CheckedPicture {
  if (bytes.length < 20 || bytes.readUInt32LE(4) !== bytes.length - 8) return brokenWebp;
  let size: PictureSize | undefined;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at, at + 4);
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) return brokenWebp;
    if (type === 'ANIM' || type === 'ANMF') return animated;
    size ??= sizeInChunk(type, bytes.subarray(at + 8, end));
    // chunks begin at even offsets
    at = end + (end % 2);
  }
  return size && at === bytes.length ? size : brokenWebp;
}
