// Reads a part of an open file.

import type { FileHandle } from 'node:fs/promises';

/** Returns up to `length` bytes from this offset; fewer only at the end of the file. */
export async function readBytes(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
