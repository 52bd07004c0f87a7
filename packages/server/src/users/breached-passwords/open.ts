// Opens the administrator's filter of breached passwords. Keeps the file open, and nothing of it in memory.

import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { FilterError, isFilter, isInFilter, readFilterHeader } from './filter.ts';
import { readBytes } from './read-bytes.ts';

export type BreachedPasswords = {
  /** Returns true for the passwords of the list, and for about one in a thousand others. */
  has: (password: string) => Promise<boolean>;
  close(): Promise<void>;
};

/** The file cannot be used. The message says why, without the name of the file. */
export class BreachedPasswordsError extends Error {
  override name = 'BreachedPasswordsError';
}

/** The format of the list requires SHA-1. The hash is never stored. */
const sha1 = (password: string) => createHash('sha1').update(password, 'utf8').digest();

const noFilter = 'is no filter; make one of the list of hashes: brama passwords filter LIST FILTER';

/** @throws {BreachedPasswordsError} */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  let file: FileHandle | undefined;
  try {
    // opening a named pipe would wait for its writer, and a device may never end
    if (!(await stat(path)).isFile()) throw new FilterError('is not a file');
    file = await open(path, 'r');
    const { size } = await file.stat();
    if (!isFilter(await readBytes(file, 0, 32))) throw new FilterError(noFilter);
    const blocks = await readFilterHeader(file, size);
    const opened = file;
    return {
      has: (password) => isInFilter(opened, blocks, sha1(password)),
      close: () => opened.close(),
    };
  } catch (cause) {
    await file?.close();
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    const reason = cause instanceof FilterError ? cause.message : `cannot be read (${code})`;
    throw new BreachedPasswordsError(reason, { cause });
  }
}
