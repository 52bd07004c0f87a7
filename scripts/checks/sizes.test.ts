// Checks that folders stay small, so that a reader finds a file by its name. biome.json limits the lines of files and
// functions.

import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

const maxFiles = 15;
const maxFilesInRoot = 6;
const roots = [
  'admin-client',
  'contract',
  'manual',
  'server',
  'signin-button',
  'simulators',
  'web',
].map((name) => `packages/${name}/src`);

/** Migrations are one ordered list, so their folder may grow. */
const exempt = new Set(['packages/server/src/database/migrations']);

function countFiles(): Map<string, number> {
  const counts = new Map<string, number>();
  const files = globSync(
    '{packages/*/{src,build,test},scripts,e2e,bench,interop,faults,examples}/**/*.{ts,tsx,mjs}',
    { cwd: root },
  );
  for (const file of files.map((path) => path.replaceAll('\\', '/'))) {
    if (/\.(test|spec)\.tsx?$|\/node_modules\/|\/dist\/|\.d\.ts$/.test(file)) continue;
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

test('no folder holds more files than allowed', () => {
  const found: Record<string, number> = {};
  for (const [folder, count] of countFiles()) {
    const max = roots.includes(folder) ? maxFilesInRoot : maxFiles;
    if (count > max && !exempt.has(folder)) found[folder] = count;
  }
  expect(found).toEqual({});
});
