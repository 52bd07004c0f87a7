import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { sourceStack } from './source-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-maps-'));
const file = join(folder, 'main.cjs');
// line 2, column 1 of the bundle is line 3, column 5 of the source
const map = { version: 3, sources: ['src/one.ts'], names: [], mappings: ';AAEI' };
writeFileSync(`${file}.map`, JSON.stringify(map));
afterAll(() => rmSync(folder, { recursive: true }));

test('names the source file of each position in the bundle', () => {
  const stack = `Error: x\n    at one (${file}:2:1)\n    at ${pathToFileURL(file)}:2:1`;
  const source = `${join(folder, 'src/one.ts')}:3:5`;
  expect(sourceStack(stack)).toBe(`Error: x\n    at one (${source})\n    at ${source}`);
  // without reading the map again
  rmSync(`${file}.map`);
  expect(sourceStack(stack)).toContain(source);
});

test('keeps positions without a source map', () => {
  const stack = `Error: x\n    at one (/nowhere/lib.cjs:2:1)\n    at node:net:1:2\n    at ${file}:9:9`;
  expect(sourceStack(stack)).toBe(stack);
});
