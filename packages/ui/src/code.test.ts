// Short codes: cleaning, groups, the caret, and when a code is sent by itself.
import { describe, expect, test } from 'vitest';
import { type CodeShape, caretAfter, cleanCode, createAutoSubmit, groupCode } from './code.ts';

const app: CodeShape = { characters: 'digits', groups: [3, 3], separator: ' ' };
const device: CodeShape = { characters: 'letters', groups: [4, 4], separator: '-' };

test.each([
  [' 123 456\n', '123456'],
  ['bcdf-GHJK', 'bcdfGHJK'],
  ['bcdf – ghjk', 'bcdfghjk'],
  // a wrong character must stay visible
  ['12з456', '12з456'],
])('cleans %j', (text, code) => {
  expect(cleanCode(text)).toBe(code);
});

test.each([
  ['', app, ''],
  ['123', app, '123'],
  ['1234', app, '123 4'],
  ['bcdfghjk', device, 'bcdf-ghjk'],
  // too long: nothing disappears
  ['1234567', app, '123 4567'],
])('groups %j', (code, shape, grouped) => {
  expect(groupCode(code, shape)).toBe(grouped);
});

test.each([
  ['123 456', 0, 0],
  ['123 456', 3, 3],
  ['123 456', 4, 5],
  ['123 456', 6, 7],
])('the caret in %j after %i characters', (grouped, characters, place) => {
  expect(caretAfter(grouped, characters)).toBe(place);
});

describe('sends', () => {
  test('a complete code once', () => {
    const decide = createAutoSubmit(app);
    expect(['12345', '123456', '12345', '123456', '654321'].map(decide)).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  test('not the refused code, however it is written', () => {
    const decide = createAutoSubmit(device, 'BCDF-GHJK');
    expect(['bcdfghjk', 'bcdfghjl'].map(decide)).toEqual([false, true]);
  });

  test('no code with a foreign character', () => {
    expect(createAutoSubmit(app)('12з456')).toBe(false);
  });
});
