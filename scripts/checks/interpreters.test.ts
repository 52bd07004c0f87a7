import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../children.ts';
import { requireInterpreter } from './interpreters.ts';

test('an error names a missing interpreter and its package in one line', () => {
  const missing = { name: 'PHP', command: 'no-such-php', package: 'php-cli' };
  expect(() => requireInterpreter(missing)).toThrow(
    /^PHP \(no-such-php\) is needed: `apt-get install php-cli` on Debian\.$/,
  );
});

test('an installed interpreter causes no error', () => {
  const node = { name: 'Node', command: process.execPath, package: 'nodejs' };
  expect(() => requireInterpreter(node)).not.toThrow();
});

test('without interpreters the interop run fails before its first test', () => {
  // an empty PATH hides the interpreters, and from root also the program that would install them
  const { error, status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/checks/interop.ts'],
    { cwd: root, env: { PATH: join(root, 'no-such-folder') }, encoding: 'utf8' },
  );
  expect(error).toBeUndefined();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trim().split('\n').at(-1)).toBe(
    'Python (python3) is needed: `apt-get install python3` on Debian.',
  );
});
