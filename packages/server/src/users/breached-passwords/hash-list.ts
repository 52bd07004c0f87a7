// A file of SHA-1 hashes in the format of Have I Been Pwned: one `HASH:COUNT` per line, in ascending order. Searches the file
// itself, because the published list has more than 900 million lines.

import type { FileHandle } from 'node:fs/promises';
import { readBytes } from './read-bytes.ts';

type ListLine = {
  /** 40 hexadecimal digits, upper case. */
  hash: string;
  /** Offset of the next line. */
  end: number;
};

/** Longer than any valid line: 40 digits, a colon, a count and a line break. */
export const maxLineBytes = 64;
const lineForm = /^([0-9A-F]{40})(?::\d{1,18})?\r?$/i;
const lineBreak = 0x0a;

/** A file that is not a sorted list of SHA-1 hashes. */
export class ListError extends Error {
  override name = 'ListError';
}

/** Returns the hash of a line, without its line break. @throws {ListError} */
export function hashOfLine(line: string, start: number): string {
  const hash = lineForm.exec(line)?.[1];
  if (hash !== undefined) return hash.toUpperCase();
  throw new ListError(
    `has no line "SHA-1 hash:count" at byte ${start}; the list must contain SHA-1 hashes, ordered by hash`,
  );
}

/** Returns the line that starts at this offset. @throws {ListError} */
async function lineAt(file: FileHandle, start: number): Promise<ListLine> {
  const bytes = await readBytes(file, start, maxLineBytes);
  const found = bytes.indexOf(lineBreak);
  const length = found < 0 ? bytes.length : found;
  return { hash: hashOfLine(bytes.toString('latin1', 0, length), start), end: start + length + 1 };
}

/** Returns the offset of the first line that starts at or after `from`; `size` if there is none. @throws {ListError} */
async function lineStart(file: FileHandle, from: number, size: number): Promise<number> {
  if (from === 0) return 0;
  const bytes = await readBytes(file, from - 1, maxLineBytes);
  const found = bytes.indexOf(lineBreak);
  if (found >= 0) return from + found;
  if (from - 1 + bytes.length >= size) return size;
  throw new ListError(`has a line of more than ${maxLineBytes} bytes at byte ${from}`);
}

/** Searches the list by halves. Returns whether it contains the hash (40 hexadecimal digits, upper case). */
export async function isInList(file: FileHandle, size: number, hash: string): Promise<boolean> {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = await lineStart(file, middle, size);
    if (start >= high) {
      high = middle;
      continue;
    }
    const line = await lineAt(file, start);
    if (line.hash === hash) return true;
    if (line.hash < hash) low = line.end;
    else high = middle;
  }
  return false;
}

/** Lines that `checkList` reads. */
const samples = 256;

/** Reads lines from all parts of the file. @throws {ListError} unless they are hashes in ascending order. */
export async function checkList(file: FileHandle, size: number): Promise<void> {
  if (size === 0) throw new ListError('is empty');
  let previous = '';
  for (let index = 0; index < samples; index += 1) {
    const start = await lineStart(file, Math.floor((size / samples) * index), size);
    if (start >= size) return;
    const { hash } = await lineAt(file, start);
    if (hash < previous) throw new ListError(`is not ordered by hash, at byte ${start}`);
    previous = hash;
  }
}
