import { expect, test } from 'vitest';
import { plural } from './plural.ts';

const words = { a_one: '{{count}} сеанс', a_few: '{{count}} сеанси', a_many: '{{count}} сеансів' };

test.each([
  [1, '1 сеанс'],
  [3, '3 сеанси'],
  [12, '12 сеансів'],
  [21, '21 сеанс'],
])('%i', (count, text) => {
  expect(plural(words, 'a', count, 'uk')).toBe(text);
});
