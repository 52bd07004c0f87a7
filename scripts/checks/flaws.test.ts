// Each planted flaw still fits the source, and names a test file that exists. `npm run test:flaws` plants them.

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

const patches = globSync('scripts/flaws/*/*.patch', { cwd: root });

test('each flaw applies', () => {
  expect(patches).not.toEqual([]);
  const applies = (patch: string) =>
    spawnSync('git', ['apply', '--check', patch], { cwd: root }).status === 0;
  expect(patches.filter((patch) => !applies(patch))).toEqual([]);
});

test('each test file that a flaw names exists', () => {
  const fileOf = (patch: string) =>
    /^Noticed-by: (\S+) › /m.exec(readFileSync(join(root, patch), 'utf8'))?.[1];
  const missing = (file: string) => !existsSync(join(root, file));
  expect(patches.flatMap((patch) => fileOf(patch) ?? []).filter(missing)).toEqual([]);
});
