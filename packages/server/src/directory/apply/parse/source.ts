// Reads the text of a manifest from a file or standard input. Checks its size and encoding only.

import { fstatSync, openSync, readFileSync } from 'node:fs';

/** JavaScript strings end at about half a gigabyte; a manifest of a million users is smaller. */
const maxFileBytes = 500 * 1024 * 1024;

export type Source = { text: string } | { error: string };

const errors: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  EISDIR: 'is a folder, not a file',
};

const tooLarge = `is larger than ${maxFileBytes / 1024 / 1024} MiB: divide it, what a file omits stays as it is`;

/** Returns the bytes, or the error as a string. */
function readBytes(file: string): Buffer | string {
  try {
    if (file === '-') return readFileSync(0);
    const opened = openSync(file, 'r');
    const { size } = fstatSync(opened);
    return size > maxFileBytes ? tooLarge : readFileSync(opened);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ERR_FS_FILE_TOO_LARGE') return tooLarge;
    return errors[code] ?? `cannot be read (${code})`;
  }
}

/** Reads a path, or standard input for `-`. Drops a byte order mark. */
export function readSource(file: string): Source {
  const bytes = readBytes(file);
  if (typeof bytes === 'string') return { error: bytes };
  if (bytes.length > maxFileBytes) return { error: tooLarge };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { error: 'is not UTF-8 text' };
  }
}
