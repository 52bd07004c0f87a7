import { expect, test } from 'vitest';
import { profileText } from './profile-value.ts';

const spaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  ['2026-11-20', 'uk', '20 листопада 2026 р.'],
  ['2026-11-20', 'en', '20 November 2026'],
  ['2026-11-20T14:05:00Z', 'uk', '20 листопада 2026 р. о 14:05'],
  ['2026-11-20T14:05+02:00', 'en', '20 November 2026 at 12:05'],
  ['2026-02-31', 'uk', '2026-02-31'],
  ['2026-13-01', 'uk', '2026-13-01'],
  ['2026-11-20T25:00:00Z', 'uk', '2026-11-20T25:00:00Z'],
  ['12345678', 'uk', '12345678'],
  ['ІП-31', 'uk', 'ІП-31'],
  [' 2026-11-20', 'uk', ' 2026-11-20'],
] as const)('%s in %s → %s', (value, language, text) =>
  expect(spaces(profileText(value, language, 'UTC'))).toBe(text),
);
