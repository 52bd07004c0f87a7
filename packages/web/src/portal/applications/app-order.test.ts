import { expect, test } from 'vitest';
import { orderApplications } from './app-order.ts';

const titled = (title: string) => ({ id: title, name: title, title, description: '' });
const titles = (names: string[], recent: string[] = []) =>
  orderApplications(names.map(titled), recent).map(({ title }) => title);

test('the last opened application is first, and unknown ids are ignored', () => {
  expect(titles(['А', 'Б', 'В'], ['В', 'gone', 'Б'])).toEqual(['В', 'Б', 'А']);
  expect(titles(['Б', 'А', 'В'], ['В'])).toEqual(['В', 'Б', 'А']);
});
