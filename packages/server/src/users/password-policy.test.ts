import { beforeAll, describe, expect, test } from 'vitest';
import { commonPasswords } from './password-choice.ts';
import { normalizePassword, type PasswordPolicy, validatePassword } from './password-policy.ts';

let common: ReadonlySet<string>;
beforeAll(async () => {
  common = await commonPasswords();
});

const names = [
  'o.shevchenko',
  'Шевченко Олена Дем’янівна',
  'olena.sh@campus.example',
  'Університет «Тест»',
  'Brama',
  'Брама',
];
const judge = (password: string, changes: Partial<PasswordPolicy> = {}) =>
  validatePassword(password, { minLength: 12, names, common, ...changes });

describe('accepted passwords', () => {
  test.each([
    'correct horse battery staple',
    'кінь скріпка батарея',
    'zq7fW2mXc9Kt',
    'тінь🌿над🌊рікою',
    'мамо вари борщ щодня',
    // names and common words are allowed among other words
    'Олена любить каву зранку',
    'dragon eats seven planets',
    // a strong password stays strong when it is repeated
    'zq7fW2mXc9KtLzq7fW2mXc9KtL',
  ])('%s', (password) => expect(judge(password)).toBeUndefined());
});

describe('rejected passwords', () => {
  test.each([
    ['zq7fW2mXc9K', 'too-short'],
    // the length counts Unicode characters, not bytes or UTF-16 units
    ['🌿🌊🌍🌕🍎🚲', 'too-short'],
    ['e\u0301'.repeat(11), 'too-short'],
    [`zq7fW2mXc9Kt${'y'.repeat(1013)}`, 'too-long'],
    ['aaaaaaaaaaaa', 'repeated'],
    ['ababbabaabba', 'repeated'],
    ['aqaqqaaqxqax', 'repeated'],
    ['abcdefghijkl', 'repeated'],
    ['987654321098', 'repeated'],
    ['йцукенгшщзхї', 'repeated'],
    ['qwertyasdfgh', 'repeated'],
    ['1234567890QWERTYUIOP', 'repeated'],
    ['x7Kx7Kx7Kx7Kx7K', 'repeated'],
    ['PasswordPassword', 'repeated'],
    ['o.shevchenko', 'own-name'],
    ['SHEVCHENKO-2004!', 'own-name'],
    ['shevchenko.olena99', 'own-name'],
    ['ШевченкоОлена2004', 'own-name'],
    ['1999_Дем’янівна', 'own-name'],
    ['Університет2026', 'own-name'],
    ['Brama-Brama_7', 'own-name'],
    ['password12345', 'common'],
    ['!!PassWord2026!', 'common'],
    ['1qaz2wsx3edc', 'common'],
    ['abc123!?!?!?', 'common'],
    ['Пароль2026!!', 'common'],
    ['ｐａｓｓｗｏｒｄ２０２６!', 'common'],
  ] as const)('%s: %s', (password, fault) => expect(judge(password)).toBe(fault));

  test('depend on the configured minimum length, not on kinds of characters', () => {
    expect(judge('zq7fW2mXc9Kt', { minLength: 13 })).toBe('too-short');
    expect(judge('zq7fW2mX', { minLength: 8 })).toBeUndefined();
  });
});

test('a password is normalized to the same form for every keyboard', () => {
  expect(normalizePassword('Cafe\u0301\u00a0\u3000И\u0306')).toBe('Café  Й');
  expect(normalizePassword('ﬁ²Ⅳ')).toBe('ﬁ²Ⅳ');
});

test('the longest input is checked without delay', () => {
  // a quadratic search would not finish
  for (const piece of ['a', 'ab1', '1', '!', 'shev'])
    expect(judge(piece.repeat(Math.floor(1024 / piece.length)))).toBe('repeated');
});
