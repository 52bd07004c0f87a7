// A folder for unencrypted copies. A lock says whether the process that made them still runs. The kernel releases it also after
// `kill -9`, and then the next start of a command or of the server removes the copies.

import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileLock } from '../../database/file-lock.ts';
import { lockName } from './folder-names.ts';
import { onExit } from './on-exit.ts';
import { Refusal } from './refusal.ts';

function removeContent(folder: string): void {
  for (const name of readdirSync(folder))
    if (!name.startsWith(lockName)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Other users of the machine may have made a folder of this name. */
function checkOwner(folder: string): void {
  const found = lstatSync(folder);
  if (!found.isDirectory()) throw new Refusal(`${folder} is not a folder.`);
  if (process.getuid && found.uid !== process.getuid())
    throw new Refusal(`${folder} belongs to another user of this machine.`);
  chmodSync(folder, 0o700);
}

export class TemporaryFolder {
  readonly #folder: string;
  readonly #lock: FileLock;
  readonly #forget: () => void;

  private constructor(folder: string, lock: FileLock) {
    this.#folder = folder;
    this.#lock = lock;
    this.#forget = onExit(() => this.close());
  }

  /** Creates the folder if needed, and removes what an ended process has left. @throws {Refusal} if another process uses it. */
  static open(folder: string): TemporaryFolder {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    checkOwner(folder);
    const lock = FileLock.tryExclusive(join(folder, lockName));
    if (!lock) throw new Refusal('Another backup or restore is running.');
    removeContent(folder);
    return new TemporaryFolder(folder, lock);
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Removes all copies. */
  close(): void {
    this.#forget();
    removeContent(this.#folder);
    this.#lock.release();
  }
}

/** Removes what an ended process has left. Does nothing while one works with the folder. */
export function removeLeft(folder: string): void {
  const lock = FileLock.tryExclusive(join(folder, lockName));
  if (!lock) return;
  try {
    removeContent(folder);
  } finally {
    lock.release();
  }
}
