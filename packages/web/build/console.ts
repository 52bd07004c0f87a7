// Builds the console (packages/console) into the folder of the other pages, which the server serves. Its files have hashes in their names.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { Manifest } from './manifest.ts';

const root = join(import.meta.dirname, '../../console');

/** Returns the list of its files and its HTML document. */
export async function buildConsole(
  dist: string,
): Promise<{ manifest: Manifest; document: string }> {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
  });
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/console.json'), 'utf8'));
  const file = join(dist, 'console.html');
  const document = await readFile(file, 'utf8');
  await rm(file);
  return { manifest, document };
}
