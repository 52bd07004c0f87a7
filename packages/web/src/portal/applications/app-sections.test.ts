import { type Arrangement, sectionsOf } from '@brama/contract/portal/app-sections';
import { expect, test } from 'vitest';

const letters = [...'АБВГДЕЖЗ'];
const titled = (title: string, category?: string) => ({
  id: title,
  name: title,
  title,
  description: '',
  ...(category !== undefined && { category }),
});
const none: Arrangement = { favorites: new Set(), recent: [], categories: [] };

/** Returns `heading: titles` of each section. */
function shown(...[applications, arrangement, options]: Parameters<typeof sectionsOf>) {
  return sectionsOf(applications, arrangement, options).map(({ heading, applications: some }) => {
    const name = typeof heading === 'object' ? `«${heading.category}»` : `${heading}`;
    return `${name}: ${some.map(({ title }) => title).join('')}`;
  });
}

const few = letters.slice(0, 4).map((title) => titled(title));
const many = letters.map((title) => titled(title));

test('a few applications are one list: favourites, recently used, the rest', () => {
  expect(shown(few, none)).toEqual(['undefined: АБВГ']);
  const arrangement = { ...none, favorites: new Set(['Г', 'В']), recent: ['Б', 'gone', 'В'] };
  expect(shown(few, arrangement)).toEqual(['undefined: ВГБА']);
});

test('a few applications have no headings, also in categories', () => {
  const applications = few.map((one) => ({ ...one, category: 'Навчання' }));
  expect(shown(applications, { ...none, categories: ['Навчання'] })).toEqual(['undefined: АБВГ']);
});

test('many applications without favourites and launches are one list', () => {
  expect(shown(many, none)).toEqual(['undefined: АБВГДЕЖЗ']);
});

test('many applications have sections, each application in one', () => {
  const arrangement = { ...none, favorites: new Set(['Е']), recent: [...'ЗЖЕДГВ'] };
  expect(shown(many, arrangement)).toEqual(['favorites: Е', 'recent: ЗЖДГ', 'others: АБВ']);
});

test('categories are sections in the given order; those without one come last', () => {
  const applications = letters
    .slice(0, 6)
    .map((title, index) => titled(title, ['Навчання', 'Дозвілля', undefined][index % 3]));
  const categories = ['Дозвілля', 'Навчання', 'Порожня'];
  expect(shown(applications, { ...none, categories })).toEqual([
    '«Дозвілля»: БД',
    '«Навчання»: АГ',
    'others: ВЕ',
  ]);
  const arrangement = { favorites: new Set(['В']), recent: ['Д'], categories };
  expect(shown(applications, arrangement)).toEqual([
    'favorites: В',
    '«Дозвілля»: ДБ',
    '«Навчання»: АГ',
    'others: Е',
  ]);
});

test('what a search has found is one list', () => {
  const arrangement = { favorites: new Set(['З']), recent: ['Ж'], categories: ['Навчання'] };
  expect(shown(many, arrangement, { isSearched: true })).toEqual(['undefined: ЗЖАБВГДЕ']);
});
