// Checks that each translation has the parts of its original, and is not older.

import { describe, expect, test } from 'vitest';
import { findTranslations, outlineOf, readDocument, withMark } from './translations.ts';

const translations = findTranslations();

test('the pages for readers are translated', () => {
  expect(translations.map(({ original }) => original)).toEqual([
    'README.md',
    'docs/administer.md',
    'docs/data-protection.md',
    'docs/help-desk.md',
    'docs/import.md',
    'docs/install.md',
  ]);
});

describe.each(translations)('$file', (translation) => {
  const { file, original } = translation;

  test('is not older than its original (else: translate the change, then npm run docs -- translated FILE)', () => {
    expect(withMark(translation)).toBe(readDocument(file));
  });

  test('has the headings, tables, lists and commands of its original', () => {
    expect(outlineOf(readDocument(file))).toEqual(outlineOf(readDocument(original)));
  });

  test('links to its original, which links to it', () => {
    expect(readDocument(file)).toContain('[In English](');
    expect(readDocument(original)).toContain('[Українською](');
  });
});
