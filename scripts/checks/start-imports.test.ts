// The server starts without the code and schemas of the administration API, and without the parser of XML. The first request that
// needs them loads them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { root } from '../children.ts';
import { resolveImport } from './resolve-import.ts';

/** Returns the files that are loaded with this one: of imports that are not types only. */
function importsOf(file: string): string[] {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest && !isType ? [moduleRequest.value] : [],
    ),
  );
  return [...imports, ...exports].flatMap((name) => resolveImport(file, name) ?? []);
}

/** Returns file → the file that imports it, for all that one file loads. */
function loadedWith(file: string): Map<string, string> {
  const importers = new Map([[file, '']]);
  for (const [loaded] of importers)
    for (const next of importsOf(loaded)) if (!importers.has(next)) importers.set(next, loaded);
  return importers;
}

test('the start of the server loads nothing that only few requests need', () => {
  const importers = loadedWith('packages/server/src/commands/serve.ts');
  expect(importers.size).toBeGreaterThan(200);
  const unwanted = [...importers].filter(([file]) =>
    /contract\/src\/admin\/(?:route|routes)\.ts|src\/admin\/requests\.ts|directory\/apply\/|xml\/read-xml\.ts/.test(
      file,
    ),
  );
  expect(unwanted).toEqual([]);
});
