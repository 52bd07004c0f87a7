import { type Access, givenAccess } from '@brama/contract/admin/access';
import { describe, expect, test } from 'vitest';
import { type AccessUser, accessFrom, hasAccess, normalAccess, storedAccess } from './access.ts';

const user: AccessUser = {
  groups: ['students', 'x'],
  studentId: 'KB-1',
  employeeId: null,
  email: 'Olena@Campus.example',
  data: { faculty: 'ФПМ', phone: null, room: '' },
};
const facultyIs = (value: string) => ({ attribute: 'data.faculty', is: value }) as const;
const noPosition = { attribute: 'data.position', is: 'доцент' } as const;
const student = { group: 'students' };
const employee = { group: 'employees' };

describe('hasAccess', () => {
  test.each<[Access, boolean]>([
    ['everyone', true],
    [{ groups: ['students'] }, true],
    [{ groups: ['a', 'x'] }, true],
    [{ groups: ['employees'] }, false],
    [{ groups: [] }, false],
    [student, true],
    [employee, false],
    [{ not: employee }, true],
    [{ all: [student, facultyIs('ФПМ')] }, true],
    [{ all: [student, facultyIs('ФІОТ')] }, false],
    [{ any: [employee, facultyIs('ФПМ')] }, true],
    [{ any: [employee, facultyIs('ФІОТ')] }, false],
    [{ attribute: 'data.faculty', in: ['ФІОТ', 'ФПМ'] }, true],
    [{ attribute: 'studentId', exists: true }, true],
    [{ attribute: 'studentId', exists: false }, false],
    [{ attribute: 'employeeId', exists: false }, true],
    [{ attribute: 'studentId', is: 'kb-1' }, false],
    [{ attribute: 'emailDomain', is: 'campus.EXAMPLE' }, true],
    [{ attribute: 'emailDomain', in: ['example', 'olena@campus.example'] }, false],
    // a field without a value meets no condition, and not its opposite either
    [noPosition, false],
    [{ not: noPosition }, false],
    [{ not: { not: noPosition } }, false],
    [{ not: { all: [noPosition, student] } }, false],
    [{ not: { all: [noPosition, employee] } }, true],
    [{ not: { any: [noPosition, employee] } }, false],
    [{ any: [noPosition, student] }, true],
    [{ attribute: 'data.phone', exists: true }, false],
    [{ not: { attribute: 'data.phone', is: '1' } }, false],
    [{ not: { attribute: 'data.room', is: '1' } }, false],
    [{ attribute: 'data.room', exists: false }, true],
    [{ attribute: 'data.constructor', exists: true }, false],
    [{ attribute: 'data.__proto__', exists: true }, false],
  ])('%j: %s', (access, may) => {
    expect(hasAccess(user, { access })).toBe(may);
  });

  test('a user without an email address is in no domain, nor outside it', () => {
    const condition = { attribute: 'emailDomain', is: 'campus.example' } as const;
    for (const access of [condition, { not: condition }])
      expect(hasAccess({ ...user, email: null }, { access })).toBe(false);
  });
});

describe('the stored form', () => {
  test('is the given one, and earlier releases see a tree as no access', () => {
    for (const access of ['everyone', { groups: ['a'] }, { not: student }] as const)
      expect(accessFrom(JSON.parse(JSON.stringify(storedAccess(access))))).toEqual(access);
    expect(storedAccess({ not: student })).toMatchObject({ groups: [] });
  });

  test('has the names of groups as the database has them', () => {
    const [written, stored] = ['Й'.normalize('NFD'), 'Й'];
    expect(normalAccess({ groups: ['b', written, stored] })).toEqual({ groups: ['b', stored] });
    expect(normalAccess({ any: [{ not: { group: written } }, { all: [student] }] })).toEqual({
      any: [{ not: { group: stored } }, { all: [student] }],
    });
  });
});

/** Nests `not` so many times. */
const nested = (levels: number): unknown => (levels === 0 ? student : { not: nested(levels - 1) });

describe('a given value', () => {
  test.each<[unknown]>([
    ['everyone'],
    [{ groups: ['a'] }],
    [nested(5)],
    [{ all: [student, { attribute: 'data.посада', in: ['доцент'] }] }],
    [{ all: Array.from({ length: 99 }, () => student) }],
  ])('%j is accepted as it is', (access) => {
    expect(givenAccess.parse(access)).toEqual(access);
  });

  test.each<[unknown, string[]]>([
    ['nobody', ['']],
    [null, ['']],
    [[student], ['']],
    [{}, ['']],
    [{ groups: [] }, ['groups']],
    [{ groups: ['a', 5], more: 1 }, ['more', 'groups.1']],
    [{ group: 'a', is: 'b' }, ['is']],
    [{ all: [] }, ['all']],
    [{ any: 'x' }, ['any']],
    [{ any: [student, { all: [{ not: { group: '' } }] }] }, ['any.1.all.0.not.group']],
    [{ any: [{ groups: ['a'] }] }, ['any.0']],
    [{ all: [student], any: [student] }, ['any']],
    [{ attribute: 'password_hash', is: 'x' }, ['attribute']],
    [{ attribute: 'data.', exists: true }, ['attribute']],
    [{ attribute: 'data.faculty' }, ['exists']],
    [{ attribute: 'data.faculty', exists: 'yes' }, ['exists']],
    [{ attribute: 'data.faculty', is: 5 }, ['is']],
    [{ attribute: 'data.faculty', is: 'a\nb' }, ['is']],
    [{ attribute: 'data.faculty', in: [] }, ['in']],
    [{ attribute: 'data.faculty', in: ['a', ' '] }, ['in.1']],
    [{ attribute: 'data.faculty', in: Array.from({ length: 201 }, String) }, ['in']],
    [{ attribute: 'emailDomain', is: '@campus.example' }, ['is']],
    [nested(7), ['not.not.not.not.not.not']],
    [{ all: Array.from({ length: 100 }, () => student) }, ['']],
  ])('%j is refused by path', (access, paths) => {
    const issues = givenAccess.safeParse(access).error?.issues ?? [];
    expect(issues.map(({ path }) => path.join('.'))).toEqual(paths);
    for (const { message } of issues) expect(message).toMatch(/^[a-z]/);
  });

  test('of any depth and size is refused at once', () => {
    let deep: unknown = student;
    for (let level = 0; level < 100_000; level += 1) deep = { not: deep };
    expect(givenAccess.safeParse(deep).error?.issues).toHaveLength(1);
    const wide = { any: Array.from({ length: 100_000 }, () => ({ wrong: 1 })) };
    expect(givenAccess.safeParse(wide).error?.issues.length).toBeLessThan(110);
    const some = (count: number) => ({
      attribute: 'data.a' as const,
      in: Array.from({ length: count }, (_, i) => `${i}`),
    });
    const full = { any: [some(200), some(200), some(99), { group: 'a' }, { ...some(1) }] };
    expect(givenAccess.safeParse(full).success).toBe(true);
    const over = { any: [...full.any, { attribute: 'studentId', is: 'x' }] };
    expect(givenAccess.safeParse(over).error?.issues).toMatchObject([
      { path: [], message: 'must have at most 500 values' },
    ]);
  });
});
