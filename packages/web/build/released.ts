// Copies the pinned scripts of earlier releases into the build, unchanged. Sites have their hashes in `integrity`, so
// Brama must serve them for ever.
import { createHash } from 'node:crypto';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const pinnedName = /^kpi-id-signin\.([\da-f]{12})\.m?js$/;

export const digestOf = (code: string | Buffer) => createHash('sha384').update(code).digest();

/**
 * @throws an Error if the content of a file does not match the hash in its name. Browsers of sites that pin it would
 * reject it.
 */
export async function copyReleased(released: string, target: string): Promise<void> {
  for (const name of await readdir(released)) {
    const [, start] = pinnedName.exec(name) ?? [];
    if (start === undefined) continue;
    const code = await readFile(join(released, name));
    if (!digestOf(code).toString('hex').startsWith(start))
      throw new Error(`${name} was changed after its release`);
    await cp(join(released, name), join(target, name));
  }
}
