// Checks without network that `npm ci` accepts `package-lock.json`: the lock file repeats the dependencies of every
// workspace and locks a version for each that it demands.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

type Entry = Record<string, unknown> & { version?: string; link?: boolean; resolved?: string };

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const lock: Record<string, Entry> = read('package-lock.json').packages;
const { workspaces }: { workspaces: string[] } = read('package.json');
const folders = ['', ...workspaces];
const dependencyFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const;

/** Returns the entry that Node resolves from this folder: the nearest one above it. */
function resolvedFrom(folder: string, name: string): Entry | undefined {
  const nearest = lock[join(folder, 'node_modules', name)] ?? lock[`node_modules/${name}`];
  return nearest?.link ? lock[`${nearest.resolved}`] : nearest;
}

test('all workspaces have the version of the root', () => {
  const { version } = read('package.json');
  const versions = workspaces.map((folder) => [folder, read(`${folder}/package.json`).version]);
  expect(versions).toEqual(workspaces.map((folder) => [folder, version]));
});

test.each(folders)('the lock file agrees with %s/package.json', (folder) => {
  const manifest: Entry = read(join(folder, 'package.json'));
  const locked = lock[folder];
  for (const field of ['version', ...dependencyFields])
    expect([field, locked?.[field]]).toEqual([field, manifest[field]]);
});

test.each(folders)('the lock file has the version of each dependency of %s', (folder) => {
  const manifest = read(join(folder, 'package.json'));
  // ranges are not allowed, so that a version is chosen in one place
  for (const field of dependencyFields)
    for (const [name, wanted] of Object.entries(manifest[field] ?? {}))
      expect([name, resolvedFrom(folder, name)?.version]).toEqual([name, wanted]);
});
