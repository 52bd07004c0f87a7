// Builds the console (packages/console) into the folder of the other pages, which the server serves. Its files have hashes in their names.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebBuild } from '@brama/contract/pages/web-build';
import { build } from 'vite';
import { describeConsoleRoutes } from './console-routes.ts';
import type { Manifest } from './manifest.ts';

const root = join(import.meta.dirname, '../../console');

export type BuiltConsole = {
  /** The list of its files. */
  manifest: Manifest;
  /** Its HTML document. */
  document: string;
  routes: WebBuild['consoleRoutes'];
};

export async function buildConsole(dist: string): Promise<BuiltConsole> {
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
  return { manifest, document, routes: await describeConsoleRoutes(root, manifest) };
}
