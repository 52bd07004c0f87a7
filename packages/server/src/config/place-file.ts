// Puts a new file in its place: complete and on the disk, or not at all.

import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

function syncFolder(folder: string): void {
  // Windows opens no folders
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/**
 * Writes a file that only its owner may read. It writes a draft and hard-links it to the name, so that no process reads half of it.
 * Returns false, and changes nothing, if there is a file of this name: of several processes one creates it.
 */
export function placeFile(file: string, content: string | Uint8Array): boolean {
  const draft = join(dirname(file), `.draft.${randomBytes(12).toString('hex')}`);
  try {
    const opened = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(opened, content);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(file));
  return true;
}
