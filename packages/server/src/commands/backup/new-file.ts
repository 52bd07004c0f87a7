// Writes a new file that only its owner may read.

import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Resolves when the content is on the disk. After a failure no stream still creates or writes the file. @throws EEXIST and other errors */
export async function writeNewFile(
  path: string,
  content: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(content, file.createWriteStream({ flush: true }));
  } finally {
    // the stream has closed it, except after some failures
    await file.close().catch(() => undefined);
  }
}
