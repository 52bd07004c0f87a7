// The space and the rights in DATA_DIR, where SQLite stores everything.

import { access, constants, statfs } from 'node:fs/promises';
import { type Check, codeOf, found } from '../check.ts';

const mebibyte = 2 ** 20;
const fullMebibytes = 200;
const lowMebibytes = 1024;

export const checkDisk: Check = {
  id: 'disk',
  needs: ['DATA_DIR'],
  async run({ config: { dataDir: folder, databaseUrl } }) {
    try {
      const { bavail, bsize, files, ffree } = await statfs(folder);
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
      const free = Math.floor((bavail * bsize) / mebibyte);
      // some file systems count no files
      const hasNoFiles = files > 0 && ffree === 0;
      if (free < fullMebibytes || hasNoFiles) return [found('disk-full', { folder, free })];
      return [found(free < lowMebibytes ? 'disk-low' : 'disk-fine', { folder, free })];
    } catch (error) {
      if (codeOf(error) === 'ENOENT' && databaseUrl) return [found('disk-not-used')];
      return [found('folder-not-writable', { folder })];
    }
  },
};
