// Spread literals, `...{ a, b }` and `...[a, b]`, only keep fields on one line: they hide them from a search and from a diff.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const spreadLiteral = /\.\.\.\s*[{[]/;

/** Returns the lines with a spread literal. */
function spreadLiterals(file: string, source: string): string[] {
  // parsing all files would take seconds
  if (!spreadLiteral.test(source)) return [];
  const found: string[] = [];
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  new Visitor({
    SpreadElement({ argument, start }) {
      if (argument.type === 'ObjectExpression' || argument.type === 'ArrayExpression')
        found.push(`${file}:${lineOf(start)}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

test('no literal is spread', () => {
  const files = globSync(['packages/*/{src,test}/**/*.{ts,tsx}', '{scripts,bench,e2e}/**/*.ts'], {
    cwd: root,
  });
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) => spreadLiterals(file, readFileSync(join(root, file), 'utf8'))),
  ).toEqual([]);
});

test('the check finds spread literals, and no conditional fields', () => {
  const source = `const a = [\n...[1, 2], ...list, ...(yes ? [3] : [])];\nconst b = {\n...{ c, d }, ...(yes && { e }) };\nfunction f(...[x, y]: Two) {}`;
  expect(spreadLiterals('a.ts', source)).toEqual(['a.ts:2', 'a.ts:4']);
});
