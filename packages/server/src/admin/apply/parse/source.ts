// Reads the text of a manifest from a file or standard input. Judges only whether it is text.

import { fstatSync, openSync, readFileSync } from 'node:fs';
import { maxFileBytes } from './limits.ts';

export type Source = { text: string } | { fault: string };

const words: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  EISDIR: 'is a folder, not a file',
};

function readBytes(file: string): Buffer | string {
  try {
    if (file === '-') return readFileSync(0);
    const opened = openSync(file, 'r');
    const { size } = fstatSync(opened);
    return size > maxFileBytes ? tooLarge : readFileSync(opened);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ERR_FS_FILE_TOO_LARGE') return tooLarge;
    return words[code] ?? `cannot be read (${code})`;
  }
}

const tooLarge = `is larger than ${maxFileBytes / 1024 / 1024} MiB: divide it, what a file omits stays as it is`;

/** `file` is a path, or `-` for standard input. A byte order mark is dropped. */
export function readSource(file: string): Source {
  const bytes = readBytes(file);
  if (typeof bytes === 'string') return { fault: bytes };
  if (bytes.length > maxFileBytes) return { fault: tooLarge };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'is not UTF-8 text' };
  }
}
