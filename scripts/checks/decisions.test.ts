// Checks that `docs/decisions/README.md` lists every decision with its title, and that each decision has its parts and a status.

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

test('every decision begins with its status', () => {
  const forms = /^\*\*Status\.\*\* (Accepted[.;]|Superseded by \[\d{4}\]\([\w-]+\.md\))/;
  expect(files.filter((file) => !forms.test(read(file).split('\n')[2] ?? ''))).toEqual([]);
});

test('a decision that replaces another one is named there', () => {
  const unnamed = files.flatMap((file) => {
    const status = read(file).split('\n')[2] ?? '';
    const [, replaced = ''] = /Replaces \[\d{4}\]\(([^)]+)\)/.exec(status) ?? [];
    if (replaced === '' || read(replaced).includes(`Superseded by [${file.slice(0, 4)}](`))
      return [];
    return [`${file}: ${replaced}`];
  });
  expect(unnamed).toEqual([]);
});
