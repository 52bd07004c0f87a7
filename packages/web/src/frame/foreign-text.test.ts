import { expect, test } from 'vitest';
import { foreignLanguage } from './foreign-text.tsx';

test.each([
  ['Шевченко Олена', 'en', 'uk'],
  ['Olena Shevchenko', 'en', undefined],
  ['Шевченко Олена', 'uk', undefined],
  ['Olena Shevchenko', 'uk', 'en'],
  ['Кафедра Computer Science', 'uk', undefined],
  ['12-34', 'uk', undefined],
  ['12-34', 'en', undefined],
] as const)('%s on a page in %s: %s', (text, page, language) => {
  expect(foreignLanguage(text, page)).toBe(language);
});
