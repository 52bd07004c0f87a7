import { expect, test } from 'vitest';
import { compareTitles } from './application.ts';

test('titles are sorted by the Ukrainian alphabet, with Ґ, Є, І and Ї in place', () => {
  const titles = ['Їдальня', 'Європа', 'Ґанок', 'Іспити', 'Дім', 'Гурток', 'Журнал'];
  const sorted = titles
    .map((title) => ({ title }))
    .toSorted((one, other) => compareTitles(one, other, 'uk'));
  expect(sorted.map(({ title }) => title)).toEqual([
    'Гурток',
    'Ґанок',
    'Дім',
    'Європа',
    'Журнал',
    'Іспити',
    'Їдальня',
  ]);
});
