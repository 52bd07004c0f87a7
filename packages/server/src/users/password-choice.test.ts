import { expect, test } from 'vitest';
import { blankRow, factsFrom } from './columns.ts';
import { createPasswordChoice } from './password-choice.ts';
import type { User } from './user.ts';

const user: User = {
  ...factsFrom(blankRow),
  id: 'u',
  username: 'zorianochka',
  fullName: 'Вишиванюк Соломія',
  fullNameEn: 'Solomiia Vyshyvaniuk',
  givenName: 'Соломійка',
  email: 'kalyna.dub@campus.example',
  groups: [],
  disabled: false,
};
const validate = createPasswordChoice({ minLength: 12, names: ['Верховинська академія', 'Brama'] });

test.each([
  ['the username', 'Zorianochka-2026'],
  ['the family name', 'вишиванюк_2026'],
  ['the given name', '!!Соломія-2026'],
  ['the Latin spelling', 'Vyshyvaniuk-2026'],
  ['the given name of the manifest', 'соломійка-2026'],
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

test('a password of the list of breached ones is rejected, in the typed and in the normalized form', async () => {
  const asked: string[] = [];
  const choose = createPasswordChoice({
    minLength: 12,
    names: [],
    async isBreached(password) {
      asked.push(password);
      return password === 'café zq7fW2m Xc9Kt';
    },
  });
  expect(await choose('cafe\u0301 zq7fW2m\u00a0Xc9Kt', user)).toBe('breached');
  expect(await choose('cafe zq7fW2m Xc9Kt', user)).toBeUndefined();
  expect(asked).toHaveLength(3);
  // the rules come first: they cost no reading
  expect(await choose('password12345', user)).toBe('common');
  expect(asked).toHaveLength(3);
});
