// Writes Brotli and gzip copies of static files. HTML is not compressed here, because the server renders it at run
// time.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const worthIt = /\.(m?js|css|svg|json|txt|webmanifest)$/;
/** Read by the server at run time, never served as it is. */
const unserved = ['site.json'];
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    brotli(content, { params }).then((compressed) => writeFile(`${file}.br`, compressed)),
    zip(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ]);
}

export async function compressAll(dist: string): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && worthIt.test(entry.name) && !unserved.includes(entry.name),
  );
  await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))));
}
