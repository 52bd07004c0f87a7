import { expect, test } from 'vitest';
import { orderApplications } from './app-order.ts';

const titled = (title: string) => ({ id: title, name: title, title, description: '' });
const titles = (names: string[], recent: string[] = []) =>
  orderApplications(names.map(titled), recent).map(({ title }) => title);

test('the Ukrainian alphabet has Ґ after Г and Є, І, Ї in their places', () => {
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

test('the last opened stands first, unknown ids do not matter', () => {
  expect(titles(['А', 'Б', 'В'], ['В', 'gone', 'Б'])).toEqual(['В', 'Б', 'А']);
});
