import { expect, test } from 'vitest';
import { isSameName, nameForm } from './name-form.ts';

test.each([..."'’‘‛ʼʻʽˈ`´′‵ʹ＇"])(
  '%s is an apostrophe, in Ukrainian and in Latin letters',
  (kind) => {
    expect(nameForm(`Дем${kind}янюк`)).toBe('Дем’янюк');
    expect(isSameName(`O${kind}Brien`, "O'Brien")).toBe(true);
  },
);

test.each([...'-‐‑‒–—―−﹘﹣－'])('%s is a hyphen', (kind) => {
  expect(nameForm(`Квітка${kind}Основ'яненко`)).toBe('Квітка-Основ’яненко');
});

test('spaces are single, and letters with marks are one character', () => {
  expect(nameForm('  Дем’янюк\u{a0}\u{202f} Софі\u{456}\u{308} ')).toBe('Дем’янюк Софі\u{457}');
  expect(isSameName('Дем’янюк Марія', 'Демянюк Марія')).toBe(false);
});
