// Checks that the tables of `docs/evidence/cas.md` are complete and name existing tests. It does not check that a named test covers the
// whole statement.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/evidence/cas.md'), 'utf8');

/** CAS Protocol 3.0.3: section → number of its mandatory statements about the server. */
const sections = {
  '2.1.1': 2,
  '2.1.3': 3,
  '2.2.1': 4,
  '2.2.2': 2,
  '2.2.4': 2,
  '2.3.1': 1,
  '2.3.2': 2,
  '2.3.3': 1,
  '2.3.3.1': 1,
  '2.4': 1,
  '2.4.1': 1,
  '2.4.2': 1,
  '2.5': 2,
  '2.5.1': 3,
  '2.5.3': 2,
  '2.5.4': 8,
  '2.6': 1,
  '2.6.2': 1,
  '2.7.1': 2,
  '2.7.3': 1,
  '2.8': 1,
  '2.9': 1,
  '3.1.1': 4,
  '3.2.1': 3,
  '3.3.1': 2,
  '3.4.1': 2,
  '3.5.1': 2,
  '3.6.1': 3,
  '3.7': 2,
  '3.8.1': 2,
  '4.1.1': 3,
  '4.1.3': 1,
  '4.1.5': 2,
  '4.2': 1,
  '4.2.1': 2,
  '4.2.2': 1,
  '4.2.3': 1,
  '4.2.5': 1,
  '4.2.5.1': 1,
  A: 1,
  B: 1,
  C: 1,
};
const wanted = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, () => section),
);

type Row = { section: string; statement: string; status: string; proof: string };

const rows = page
  .split('\n')
  .filter((line) => /^\| (?:\d|[A-C] )/.test(line))
  .map((line): Row => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
    const [section = '', statement = '', status = '', proof = ''] = cells;
    return { section, statement, status, proof };
  });

/** Returns the titles of tests by the file that the proof names before them. */
function testsIn({ proof }: Row): [file: string, titles: string[]][] {
  return [...proof.matchAll(/`([\w./-]+\.test\.ts)`: ((?:“[^”]+”(?:, )?)+)/g)].map(
    ([, file = '', list = '']) => [
      file,
      [...list.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    ],
  );
}

const folders = [
  'packages/server/test/cas',
  'packages/server/src/applications/cas',
  'packages/server/src',
  '',
];

function sourceOf(file: string): string {
  const path = folders.map((folder) => join(root, folder, file)).find((one) => existsSync(one));
  return path === undefined ? '' : readFileSync(path, 'utf8');
}

test('every statement has one row', () => {
  expect(rows.map(({ section }) => section)).toEqual(wanted);
  for (const { section, statement, status, proof } of rows) {
    expect(statement.length, section).toBeGreaterThan(5);
    expect(['met', 'differs', 'n/a'], section).toContain(status);
    expect(proof.length, section).toBeGreaterThan(5);
  }
});

test('a row that is met names a test; one that differs gives the reason first', () => {
  for (const row of rows.filter(({ status }) => status !== 'n/a'))
    expect(testsIn(row), row.statement).not.toEqual([]);
  for (const { statement, proof } of rows.filter(({ status }) => status === 'differs'))
    expect(proof, statement).toMatch(/^[^“]{10,}; `/);
});

test('every named test exists', () => {
  const missing = rows
    .flatMap(testsIn)
    .flatMap(([file, titles]) => titles.map((title) => ({ file, title })))
    .filter(({ file, title }) => !sourceOf(file).includes(`'${title}'`));
  expect(missing).toEqual([]);
});

test('the totals above the tables are correct', () => {
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `Of ${rows.length} statements ${count('met')} are met, ${count('differs')} differ, ${count('n/a')} do not apply.`,
  );
});
