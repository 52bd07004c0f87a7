import { expect, test } from 'vitest';
import { orderApplications } from './app-order.ts';

const titled = (title: string) => ({ id: title, name: title, title, description: '' });
const titles = (names: string[], recent: string[] = []) =>
  orderApplications(names.map(titled), recent).map(({ title }) => title);

test('titles are sorted by the Ukrainian alphabet, with Ґ, Є, І and Ї in place', () => {
  expect(titles(['Їдальня', 'Європа', 'Ґанок', 'Іспити', 'Дім', 'Гурток', 'Журнал'])).toEqual([
    'Гурток',
    'Ґанок',
    'Дім',
    'Європа',
    'Журнал',
    'Іспити',
    'Їдальня',
  ]);
});

test('the last opened application is first, and unknown ids are ignored', () => {
  expect(titles(['А', 'Б', 'В'], ['В', 'gone', 'Б'])).toEqual(['В', 'Б', 'А']);
});
