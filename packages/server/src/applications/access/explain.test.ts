import type { Access } from '@brama/contract/admin/access';
import type { Language } from '@brama/contract/paths';
import { describe, expect, test } from 'vitest';
import { explainAccess } from './explain.ts';

const titles: Record<string, Record<Language, string>> = {
  students: { uk: 'Студенти', en: 'Students' },
};
const titleOf = (group: string, language: Language) => titles[group]?.[language] ?? group;

/** Returns the explanation as text, with two spaces for each level. */
function textOf(access: Access, language: Language) {
  const { summary, conditions } = explainAccess(access, language, titleOf);
  return [summary, ...conditions.map(({ level, text }) => `${'  '.repeat(level)}${text}`)];
}

const tree: Access = {
  any: [
    { all: [{ group: 'students' }, { attribute: 'data.faculty', in: ['ФПМ', 'ФІОТ', 'ІПСА'] }] },
    { all: [{ attribute: 'employeeId', exists: true }, { not: { group: 'guests' } }] },
    {
      not: {
        any: [
          { attribute: 'data.position', is: 'x' },
          { attribute: 'studentId', exists: true },
        ],
      },
    },
    { attribute: 'emailDomain', is: 'campus.example' },
  ],
};

describe('an explanation', () => {
  test.each<[Access, string, string]>([
    ['everyone', 'Доступ мають усі користувачі.', 'All users have access.'],
    [{ groups: [] }, 'Доступу не має жоден користувач.', 'No users have access.'],
    [
      { groups: ['students'] },
      'Доступ мають учасники групи «Студенти».',
      'Members of the group “Students” have access.',
    ],
    [
      { groups: ['students', 'guests'] },
      'Доступ мають учасники хоча б однієї з груп: «Студенти», «guests».',
      'Members of any of these groups have access: “Students”, “guests”.',
    ],
  ])('%j', (access, uk, en) => {
    expect(textOf(access, 'uk')).toEqual([uk]);
    expect(textOf(access, 'en')).toEqual([en]);
  });

  test('of a tree has a line for each condition, in English', () => {
    expect(textOf(tree, 'en')).toEqual([
      'Users have access if the following is true.',
      'At least one of these is true:',
      '  All of these are true:',
      '    The user is in the group “Students”',
      '    The field “faculty” is “ФПМ”, “ФІОТ” or “ІПСА”',
      '  All of these are true:',
      '    The user has an employee ID',
      '    The user isn’t in the group “guests”',
      '  All of these are true:',
      '    The field “position” is filled in, but isn’t “x”',
      '    The user has no student ID',
      '  The email address ends in @campus.example',
    ]);
  });

  test('of a tree has a line for each condition, in Ukrainian', () => {
    expect(textOf(tree, 'uk')).toEqual([
      'Користувач має доступ за такої умови.',
      'Виконується хоча б одна з умов:',
      '  Виконуються всі умови:',
      '    Користувач належить до групи «Студенти»',
      '    Поле «faculty» — «ФПМ», «ФІОТ» або «ІПСА»',
      '  Виконуються всі умови:',
      '    Користувач має номер працівника',
      '    Користувач не належить до групи «guests»',
      '  Виконуються всі умови:',
      '    Поле «position» має інше значення, ніж «x»',
      '    Користувач не має номера студента',
      '  Електронна адреса закінчується на @campus.example',
    ]);
  });

  test.each<[Access, string, string]>([
    [
      { not: { attribute: 'data.faculty', in: ['a', 'b'] } },
      'Поле «faculty» має інше значення, ніж «a» чи «b»',
      'The field “faculty” is filled in, but isn’t “a” or “b”',
    ],
    [
      { not: { attribute: 'studentId', is: 'KB-1' } },
      'Користувач має номер студента, але не «KB-1»',
      'The user has a student ID, but not “KB-1”',
    ],
    [{ attribute: 'employeeId', is: '7' }, 'Номер працівника — «7»', 'The employee ID is “7”'],
    [
      { not: { attribute: 'data.faculty', exists: true } },
      'Поле «faculty» порожнє',
      'The field “faculty” is empty',
    ],
    [
      { not: { not: { attribute: 'data.faculty', exists: true } } },
      'Поле «faculty» заповнено',
      'The field “faculty” is filled in',
    ],
    [
      { not: { attribute: 'emailDomain', in: ['a.example', 'b.example'] } },
      'Користувач має електронну адресу, яка не закінчується на @a.example чи @b.example',
      'The user has an email address that doesn’t end in @a.example or @b.example',
    ],
    [
      { attribute: 'emailDomain', exists: false },
      'Користувач не має електронної адреси',
      'The user has no email address',
    ],
    [{ all: [{ group: 'x' }] }, 'Користувач належить до групи «x»', 'The user is in the group “x”'],
  ])('%j', (access, uk, en) => {
    expect(textOf(access, 'uk').slice(1)).toEqual([uk]);
    expect(textOf(access, 'en').slice(1)).toEqual([en]);
  });
});
