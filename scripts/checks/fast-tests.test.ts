import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFastTests } from './fast-tests.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'brama-fast-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string) {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test('a test is slow if it imports a database, directly or indirectly', () => {
  write('packages/a/package.json', '{"name":"@own/a","exports":{"./*":"./src/*.ts"}}');
  write('packages/a/src/database.ts', "import Database from 'better-sqlite3';\n");
  write('packages/a/src/rules.ts', "import { join } from 'node:path';\n");
  write('direct.test.ts', "import { createServer } from 'node:http';\n");
  write('through-package.test.ts', "import {\n  open,\n} from '@own/a/database';\n");
  write('lazy.test.ts', "const { open } = await import('./packages/a/src/database.ts');\n");
  write('re-exported.ts', "export { open } from '@own/a/database';\n");
  write('through-file.test.ts', "import { open } from './re-exported.ts';\n");
  write('pure.test.ts', "import { rule } from '@own/a/rules';\n");
  write('types.test.ts', "import type { Database } from '@own/a/database';\n");

  const tests = ['direct', 'through-package', 'lazy', 'through-file', 'pure', 'types'];
  expect(
    findFastTests(
      root,
      tests.map((name) => `${name}.test.ts`),
    ),
  ).toEqual(['pure.test.ts', 'types.test.ts']);
});

test('circular imports do not cause an endless search', () => {
  write('a.test.ts', "import './b.ts';\n");
  write('b.ts', "import './a.test.ts';\n");
  expect(findFastTests(root, ['a.test.ts'])).toEqual(['a.test.ts']);
});
