// Checks that the tables of `docs/evidence/asvs.md` and `docs/evidence/threat-model.md` are complete and name existing files. It does not
// check that a named test covers the whole requirement.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, 'docs/evidence', file), 'utf8');

/** ASVS 5.0.0: section → number of its requirements of levels 1 and 2, which come first in each section. */
const sections = {
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
};
const wanted = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
);

const rows = read('asvs.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

const isTest = (name: string) => /\.(test|spec)\.tsx?$/.test(name);
const namedIn = (text: string) =>
  [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|md))`/g)].map(([, name = '']) => name);

test('every requirement of the chapters has one row, with a level and a verdict', () => {
  expect(rows.map(([id]) => id)).toEqual(wanted);
  for (const [id, level, asked, status, by] of rows) {
    expect(['1', '2'], id).toContain(level);
    expect(asked?.length, id).toBeGreaterThan(5);
    expect(['met', 'n/a', 'open'], id).toContain(status);
    // a row for a met requirement names its proof; other rows give the reason
    if (status === 'met') expect(namedIn(by ?? ''), id).not.toEqual([]);
    else expect(by?.replaceAll(/`[^`]*`/g, '').length, id).toBeGreaterThan(10);
  }
});

test('the totals above the tables are correct', () => {
  const of = (verdict: string) => rows.filter(([, , , status]) => status === verdict);
  const met = of('met');
  const tested = met.filter(([, , , , by = '']) => namedIn(by).some(isTest)).length;
  const text = read('asvs.md').replaceAll(/\s+/g, ' ');
  expect(text).toContain(
    `Of ${rows.length} requirements ${met.length} are met, ${of('n/a').length} do not apply, ${of('open').length} are open.`,
  );
  expect(text).toContain(
    `Of those met, ${tested} name an automated test; the other ${met.length - tested} name only documents or source code.`,
  );
});

test('every named file exists', () => {
  const isThere = (name: string) =>
    [root, join(root, 'packages/server/src'), join(root, 'packages/server')].some((folder) =>
      existsSync(join(folder, name)),
    );
  expect(rows.flatMap(([, , , , by = '']) => namedIn(by)).filter((name) => !isThere(name))).toEqual(
    [],
  );
});

test('every test in the threat model exists', () => {
  const places = ['packages/*/{src,test,build}', 'e2e', 'interop', 'scripts'].map(
    (folder) => `${folder}/**/*.{test,spec}.{ts,tsx}`,
  );
  const known = new Set(globSync(places, { cwd: root }).map((file) => basename(file)));
  const named = namedIn(read('threat-model.md')).filter(isTest);
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((name) => !known.has(basename(name)))).toEqual([]);
});
