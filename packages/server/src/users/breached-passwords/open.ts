// Opens the administrator's list of breached passwords: a list of hashes or a filter made from it. Keeps the file open, and
// nothing of it in memory.

import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { FilterError, isFilter, isInFilter, readFilterHeader } from './filter.ts';
import { checkList, isInList, ListError } from './hash-list.ts';
import { readBytes } from './read-bytes.ts';

export type BreachedPasswords = {
  /** Returns whether the list contains the password. A filter also contains about one in a thousand other passwords. */
  has: (password: string) => Promise<boolean>;
  close(): Promise<void>;
};

/** The list cannot be used. The message says why, without the name of the file. */
export class BreachedPasswordsError extends Error {
  override name = 'BreachedPasswordsError';
}

/** The format of the list requires SHA-1. The hash is never stored. */
const sha1 = (password: string) => createHash('sha1').update(password, 'utf8').digest();

async function createSearch(file: FileHandle, size: number) {
  if (isFilter(await readBytes(file, 0, 32))) {
    const blocks = await readFilterHeader(file, size);
    return (hash: Buffer) => isInFilter(file, blocks, hash);
  }
  await checkList(file, size);
  return (hash: Buffer) => isInList(file, size, hash.toString('hex').toUpperCase());
}

/** Returns whether the error is about the content of the file, not about reading it. */
const isAboutContent = (error: unknown): error is Error =>
  error instanceof ListError || error instanceof FilterError;

/** @throws {BreachedPasswordsError} */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  let file: FileHandle | undefined;
  try {
    // opening a named pipe would wait for its writer, and a device may never end
    if (!(await stat(path)).isFile()) throw new ListError('is not a file');
    file = await open(path, 'r');
    const { size } = await file.stat();
    const search = await createSearch(file, size);
    const opened = file;
    return { has: (password) => search(sha1(password)), close: () => opened.close() };
  } catch (cause) {
    await file?.close();
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    const reason = isAboutContent(cause) ? cause.message : `cannot be read (${code})`;
    throw new BreachedPasswordsError(reason, { cause });
  }
}
