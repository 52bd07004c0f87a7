import { fold, searchApplications } from '@brama/contract/portal/search-applications';
import { describe, expect, test } from 'vitest';

const applications = [
  { id: '1', name: 'a', title: 'Комп’ютерні класи', description: 'Вільні місця сьогодні' },
  { id: '2', name: 'b', title: 'Їдальня', description: 'Меню на тиждень' },
  { id: '3', name: 'c', title: 'Campus', description: '' },
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
    ['', ['1', '2', '3']],
    ['  ', ['1', '2', '3']],
    ['немає', []],
  ])('«%s» → %j', (query, ids) => expect(found(query)).toEqual(ids));
});

test('й and ї differ from и and і', () => {
  expect(fold('Їй'.normalize('NFD'))).toBe('їй');
  expect(fold('їй')).not.toBe(fold('іи'));
});
