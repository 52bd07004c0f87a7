import { expect, test } from 'vitest';
import { dayHeading, fullText, momentText, timeText } from './moments.ts';

const now = Date.parse('2026-11-20T00:30:00Z');
const reader = (language: 'uk' | 'en') => ({ language, now, timeZone: 'Europe/Kyiv' }) as const;
const spaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test.each([
  ['2026-11-20T00:30:00Z', 'now', 'now'],
  // the clock of another node
  ['2026-11-20T00:31:00Z', 'now', 'now'],
  ['2026-11-20T00:25:00Z', '5 хвилин тому', '5 minutes ago'],
  // the day begins in Kyiv at 22:00 UTC
  ['2026-11-19T23:00:00Z', 'сьогодні, 01:00', 'today, 01:00'],
  ['2026-11-19T21:00:00Z', 'учора, 23:00', 'yesterday, 23:00'],
  ['2026-11-18T12:00:00Z', '18 листопада, 14:00', '18 November, 14:00'],
  ['2025-12-31T12:00:00Z', '31 грудня 2025 р., 14:00', '31 December 2025, 14:00'],
])('%s → %s', (at, uk, en) => {
  expect(spaces(momentText(at, reader('uk'), 'now'))).toBe(uk);
  expect(spaces(momentText(at, reader('en'), 'now'))).toBe(en);
});

test('a heading names the day, and a time below it does not', () => {
  const [today, yesterday] = ['2026-11-19T22:00:00Z', '2026-11-19T21:59:00Z'] as const;
  expect(dayHeading(today, reader('uk'))).toEqual({ key: '2026-11-20', text: 'Сьогодні' });
  expect(dayHeading(yesterday, reader('en'))).toEqual({ key: '2026-11-19', text: 'Yesterday' });
  expect(dayHeading('2026-11-18T12:00:00Z', reader('uk')).text).toBe('18 листопада');
  expect(timeText('2026-11-18T12:00:00Z', reader('en'), 'now')).toBe('14:00');
  expect(spaces(fullText(yesterday, reader('uk')))).toBe('19 листопада 2026 р. о 23:59');
});
