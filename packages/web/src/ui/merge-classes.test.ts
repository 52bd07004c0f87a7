import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeClasses, tokens } from './merge-classes.ts';

const css = readFileSync(join(import.meta.dirname, '../style/tokens.css'), 'utf8');
const theme = css.slice(css.indexOf('@theme'));
const namesOf = (kind: string) =>
  [...theme.matchAll(new RegExp(`^  --${kind}-([\\w-]+):`, 'gm'))].map(([, name]) => name).sort();

test.each(Object.entries(tokens))('every token of kind %s is known', (kind, names) => {
  expect(names.toSorted()).toEqual(namesOf(kind));
});

test.each([
  // text sizes, and colours with the same prefix
  ['text-sm text-md', 'text-md'],
  ['text-md text-text-2', 'text-md text-text-2'],
  ['text-text-2 text-ink', 'text-ink'],
  ['text-2xl text-error-ink text-base', 'text-error-ink text-base'],
  ['rounded-control rounded-card', 'rounded-card'],
  ['rounded-card rounded-t-panel', 'rounded-card rounded-t-panel'],
  ['shadow-card shadow-none', 'shadow-none'],
  ['max-w-form max-w-page', 'max-w-page'],
  ['max-w-page max-w-112', 'max-w-112'],
  ['p-5 px-2', 'p-5 px-2'],
  ['px-2 p-5', 'p-5'],
  ['border border-line border-brand', 'border border-brand'],
  ['hover:border-brand border-line', 'hover:border-brand border-line'],
  ['flex hidden', 'hidden'],
  ['size-11 min-h-13 min-h-11', 'size-11 min-h-11'],
])('%s → %s', (given, merged) => expect(mergeClasses(given)).toBe(merged));

test('absent values are omitted', () => {
  expect(mergeClasses('p-5', undefined, false, ['gap-2', null])).toBe('p-5 gap-2');
});
