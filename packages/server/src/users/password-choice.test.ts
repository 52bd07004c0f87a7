import { expect, test } from 'vitest';
import { createPasswordChoice } from './password-choice.ts';
import type { User } from './user.ts';

const user: User = {
  id: 'u',
  username: 'zorianochka',
  fullName: 'Вишиванюк Соломія',
  email: 'kalyna.dub@campus.example',
  studentId: null,
  employeeId: null,
  data: {},
  groups: [],
  disabled: false,
};
const validate = createPasswordChoice({ minLength: 12, names: ['Верховинська академія', 'Brama'] });

test.each([
  ['the username', 'Zorianochka-2026'],
  ['the family name', 'вишиванюк_2026'],
  ['the given name', '!!Соломія-2026'],
  ['the address before the @', 'kalyna-dub-77'],
  ['the organisation', 'Верховинська_1!'],
  ['this service', 'brama-BRAMA-26'],
])('a password that contains %s is rejected', async (_, password) => {
  expect(await validate(password, user)).toBe('own-name');
});

test('a common or short password is rejected', async () => {
  expect(await validate('password12345', user)).toBe('common');
  expect(await validate('zq7fW2mXc9K', user)).toBe('too-short');
});

test('a user without an email address can choose a password', async () => {
  for (const email of [null, user.email])
    expect(await validate('zq7fW2mXc9Kt', { ...user, email })).toBeUndefined();
});
