// Checks that no identifier and no file name uses a term of `retired-names.ts`. Comments and strings are not checked,
// because key labels and encryption contexts keep old words for ever.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { root } from '../children.ts';
import { type RetiredName, retiredNames } from './retired-names.ts';

/** Migrations and databases of earlier versions keep their names. */
const historical =
  /\/database\/migrations\/|\/test\/compatibility\/|\/retired-names|\/former-names/;

/** Returns the words of a name or path, in lower case, with a space around each. */
function wordsOf(name: string): string {
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ');
  return ` ${spaced.toLowerCase().trim()} `;
}

function patternOf({ term }: RetiredName): RegExp {
  return new RegExp(` ${term}(e?s)? `);
}

const patterns = retiredNames.map((retired) => ({ retired, pattern: patternOf(retired) }));
/** Finds the files that are worth parsing: most hold no retired term, not even in a comment. */
const anyTerm = new RegExp(
  retiredNames.map(({ term }) => term.replaceAll(' ', '[ _-]?')).join('|'),
  'i',
);

function retiredIn(name: string): RetiredName[] {
  const words = wordsOf(name);
  return patterns
    .filter(({ retired, pattern }) => pattern.test(words) && !retired.except?.includes(name))
    .map(({ retired }) => retired);
}

/** Returns every identifier of a source file once. */
function identifiersOf(file: string, text: string): Set<string> {
  const names = new Set<string>();
  const add = ({ name }: { name: string }) => void names.add(name);
  const { program } = parseSync(file, text);
  new Visitor({ Identifier: add, PrivateIdentifier: add, JSXIdentifier: add }).visit(program);
  return names;
}

type Use = { file: string; name: string; retired: RetiredName };

function usesIn(file: string, text: string): Use[] {
  const names = anyTerm.test(text) ? [...identifiersOf(file, text)] : [];
  // `e2e`, `faults` and the like are folders of the repository, not names of the code
  const path = file.split('/').slice(1).join('/');
  return [path, ...names].flatMap((name) =>
    retiredIn(name).map((retired) => ({ file, name, retired })),
  );
}

const files = globSync('{packages,scripts,e2e,bench,interop,faults}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
}).filter((file) => !historical.test(file));

const uses = files.flatMap((file) => usesIn(file, readFileSync(join(root, file), 'utf8')));
const said = ({ file, name, retired: { term, use } }: Use) =>
  `${file}: ${name === file.split('/').slice(1).join('/') ? 'the file name' : name} has “${term}”; use ${use}`;

describe('retired names', () => {
  test('no retired term is used', () => {
    expect(uses.filter(({ retired }) => retired.left === undefined).map(said)).toEqual([]);
  });

  const remaining = retiredNames.filter(({ left }) => left !== undefined);
  test.each(remaining)('$term is used at most $left times', ({ term, left = 0 }) => {
    const found = uses.filter(({ retired }) => retired.term === term).map(said);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(left);
  });
});

describe('the check itself', () => {
  test.each([
    ['createErrands', 'errand'],
    ['ERRAND_MS', 'errand'],
    ['mail/errand-queue.ts', 'errand'],
    ['sweepExpired', 'sweep'],
    ['XSweeper', 'sweeper'],
    ['takeOverPage', 'take over'],
    ['use-passing.ts', 'use passing'],
  ])('%s contains “%s”', (name, term) => {
    expect(retiredIn(name).map((retired) => retired.term)).toEqual([term]);
  });

  test('word parts, comments and strings do not count as names', () => {
    const text =
      "// errands and sweepers\nconst label = 'errand';\nconst errands2 = createErrand();";
    expect(usesIn('packages/x.ts', text).map(({ name }) => name)).toEqual(['createErrand']);
    expect(['breathing', 'sparking', 'tallying', 'aside'].flatMap(retiredIn)).toEqual([]);
  });

  test('every term is listed once, with a different replacement', () => {
    const terms = retiredNames.map(({ term }) => term);
    expect(new Set(terms).size).toBe(terms.length);
    expect(retiredNames.filter(({ term, use }) => wordsOf(use).includes(` ${term} `))).toEqual([]);
  });
});
