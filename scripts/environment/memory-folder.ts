// Finds the place for temporary databases of tests. In memory no commit waits for a disk that other programs use.

import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
const neededBytes = 2 ** 31;

/** Returns a folder in memory where Linux has one with enough space, else the folder for temporary files. */
export function folderInMemory(): string {
  if (process.platform !== 'linux' || !existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= neededBytes ? memoryFolder : tmpdir();
}
