import {
  fold,
  inOtherLayout,
  searchApplications,
} from '@brama/contract/portal/search-applications';
import { describe, expect, test } from 'vitest';

const applications = [
  { id: '1', name: 'labs', title: 'Комп’ютерні класи', description: 'Вільні місця сьогодні' },
  { id: '2', name: 'canteen', title: 'Їдальня', description: 'Меню на тиждень' },
  { id: '3', name: 'my-kpi', title: 'Campus', otherTitle: 'Кампус', description: '' },
  { id: '4', name: 'c', title: 'Книгозбірня', otherTitle: 'Denysenko library', description: '' },
];
const found = (query: string) => searchApplications(applications, query).map(({ id }) => id);

describe('searchApplications', () => {
  test.each([
    ["комп'ютер", ['1']],
    ['КОМПʼЮТЕР', ['1']],
    ['комп`ютер', ['1']],
    ['місця  класи', ['1']],
    ['ЇДАЛЬ', ['2']],
    ['їдаль', ['2']],
    ['camp', ['3']],
    ['', ['1', '2', '3', '4']],
    ['  ', ['1', '2', '3', '4']],
    ['немає', []],
  ])('«%s» → %j', (query, ids) => expect(found(query)).toEqual(ids));

  test.each([
    ['the title in the other language', 'library', ['4']],
    ['its words in any order', 'library книго', ['4']],
    ['the name', 'my-kpi', ['3']],
    ['Ukrainian typed in the Latin layout', ']lfkmyz', ['2']],
    ['the same with Shift', '}LFKMYZ', ['2']],
    ['two words', 'vty. nb;ltym', ['2']],
    ['Latin typed in the Ukrainian layout', 'дшикфкн', ['4']],
    ['a hyphen', 'ьн-лзш', ['3']],
  ])('finds %s: %s', (_what, query, ids) => expect(found(query)).toEqual(ids));

  test('does not look for the other layout if the query finds something', () => {
    const both = [...applications, { id: '5', name: 'x', title: 'Lbgkjv', description: '' }];
    expect(searchApplications(both, 'lbgkjv').map(({ id }) => id)).toEqual(['5']);
  });
});

test('й and ї differ from и and і', () => {
  expect(fold('Їй'.normalize('NFD'))).toBe('їй');
  expect(fold('їй')).not.toBe(fold('іи'));
});

test('each key has a letter in both layouts', () => {
  const letters = 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя';
  expect(inOtherLayout(inOtherLayout(letters))).toBe(letters);
  expect(inOtherLayout(letters)).not.toMatch(/\p{Script=Cyrillic}/u);
});
