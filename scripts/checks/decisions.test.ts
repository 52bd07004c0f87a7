// Checks that `docs/decisions/README.md` lists every decision with its title.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const files = globSync('[0-9]*.md', { cwd: folder }).sort();

test('the index lists every decision once, in order, with its title', () => {
  const listed = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('- '));
  expect(listed).toEqual(
    files.map(
      (file) => `- [${file.slice(0, 4)}](${file}) ${read(file).split('\n', 1)[0]?.slice(7)}`,
    ),
  );
});

test('every decision states its context, the decision and the consequences', () => {
  expect(files.length).toBeGreaterThan(25);
  const incomplete = files.filter(
    (file) =>
      !/\*\*Context\.\*\*[\s\S]*\*\*Decision\.\*\*[\s\S]*\*\*Consequences\.\*\*/.test(read(file)),
  );
  expect(incomplete).toEqual([]);
  const headings = files.map((file) => read(file).slice(0, 7));
  expect(headings).toEqual(files.map((file) => `# ${file.slice(0, 4)} `));
});
