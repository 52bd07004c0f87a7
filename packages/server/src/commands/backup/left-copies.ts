// Removes unencrypted copies that a killed backup or restore has left in the data folder. The server and each command do it at
// their start.

import { existsSync, readdirSync } from 'node:fs';
import { lockName, temporaryFolderIn } from './folder-names.ts';

/** Does nothing while a process works with the copies. */
export async function removeLeftCopies(dataDir: string): Promise<void> {
  const folder = temporaryFolderIn(dataDir);
  if (!existsSync(folder)) return;
  if (readdirSync(folder).every((name) => name.startsWith(lockName))) return;
  const { removeLeft } = await import('./temporary-folder.ts');
  removeLeft(folder);
}
