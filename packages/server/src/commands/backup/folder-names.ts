// The folder of unencrypted copies, and the lock in it.

import { join } from 'node:path';

/** SQLite puts files beside it, whose names begin with it. */
export const lockName = 'lock';

export const temporaryFolderIn = (dataDir: string) => join(dataDir, 'unencrypted');
