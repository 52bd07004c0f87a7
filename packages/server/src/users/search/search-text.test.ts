import { expect, test } from 'vitest';
import { inOtherLayout } from './layouts.ts';
import { partsOfSearch, searchTextOf, sortKeyOfName } from './search-text.ts';

const nobody = {
  username: '',
  fullName: '',
  fullNameEn: null,
  givenName: null,
  email: null,
  studentId: null,
  employeeId: null,
};
const textOf = (fullName: string) => searchTextOf({ ...nobody, fullName });
const finds = (typed: string, fullName: string) =>
  partsOfSearch(typed).some((parts) => parts.every((part) => textOf(fullName).includes(part)));

test.each([
  ['дем’яненко', 'Дем’яненко Олена'],
  ["дем'яненко", 'Дем’яненко Олена'],
  ['демʼяненко', "Дем'яненко Олена"],
  ['дем`яненко', 'Демʼяненко Олена'],
  ['дем"яненко', 'Дем’яненко Олена'],
  ['демяненко', 'Дем’яненко Олена'],
  ['ШЕВЧЕНКО', 'Шевченко Олена'],
  ['олена шевч', 'Шевченко Олена'],
  ['  олена   шевченко ', 'Шевченко  Олена'],
  ['гудзь', 'Ґудзь Марія'],
  ['ґудзь', 'Гудзь Марія'],
  ['семен', 'Семён Петренко'],
  ['нечуй левицький', 'Нечуй-Левицький Іван'],
  ['левицький-нечуй', 'Нечуй–Левицький Іван'],
  ['нечуйлевицький', 'Нечуй-Левицький Іван'],
  ['núñez', 'Jose Nunez'],
  ['lukasz', 'Łukasz Żółć'],
  ['itdxtyrj', 'Шевченко Олена'],
  ["'lbnf", 'Єдита Ян'],
  ['[hbcnz', 'Христя Ян'],
  [';erjd', 'Жуков Ян'],
  ['>hsq', 'Юрій Ян'],
  ['ірумсрутлщ', 'Shevchenko Olena'],
  ['ол', 'Шевченко Олена'],
  ['о', 'Шевченко Олена'],
  ['j', 'Шевченко Олена'],
  ['їжак', 'Їжакевич Ян'],
  ['йова', 'Йова Ян'],
  ['шевченко, олена', 'Шевченко Олена'],
])('%s finds %s', (typed, fullName) => {
  expect(finds(typed, fullName)).toBe(true);
});

test.each([
  ['нко', 'Шевчук Олена'],
  ['лена', 'Шевченко Олег'],
  // short ones are the beginning of a word
  ['ле', 'Шевченко Олена'],
  ['йова', 'Иова Ян'],
  ['%', 'Шевченко Олена'],
  ['ш_вченко', 'Шевченко Олена'],
  // the words are of one layout
  ['itdxtyrj олена', 'Шевченко Олена'],
])('%s does not find %s', (typed, fullName) => {
  expect(finds(typed, fullName)).toBe(false);
});

test('all names and numbers are in the text, each word once', () => {
  const text = searchTextOf({
    username: 'o.shev',
    fullName: 'Шевченко Олена',
    fullNameEn: 'Shevchenko Olena',
    givenName: 'Олена',
    email: 'O.Shev@campus.example',
    studentId: 'КВ-12',
    employeeId: 'E/7',
  });
  const words = ['o.shev', 'шевченко', 'олена', 'shevchenko', 'olena', 'o.shev@campus.example'];
  expect(text).toBe(`  ${[...words, 'кв', '12', 'кв12', 'e', '7', 'e7'].join('  ')}`);
});

test.each(['', '’', ' \t\n', '“"”', '\0', '\ud800', '-', '() ,'])('%j has no words', (typed) => {
  expect(partsOfSearch(typed)).toEqual([]);
});

test('keys of one layout are those of the other', () => {
  const all = 'йцукенгшщзхїфівапролджєячсмитьбюґ';
  expect(inOtherLayout(all)).toBe("qwertyuiop[]asdfghjkl;'zxcvbnm,.\\");
  expect(inOtherLayout(inOtherLayout(all))).toBe(all);
  expect(inOtherLayout('ощру"сфьзгі')).toBe('johe@campus');
  expect(inOtherLayout('123')).toBe('123');
});

test('names are sorted by the Ukrainian alphabet', () => {
  const sorted = [
    'Adams',
    'Авраменко',
    'Гудзь',
    'Ґава',
    'Дем’ян',
    'Демянчук',
    'Єва',
    'Жук',
    'Зуй',
    'Ива',
    'Іва',
    'Їжак',
    'Йова',
    'Кіт',
    'Ярема',
  ];
  const byKey = sorted
    .map((name) => [sortKeyOfName(name), name] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  expect(byKey.map(([, name]) => name)).toEqual(sorted);
});
