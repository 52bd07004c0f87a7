import { expect, test } from 'vitest';
import { newTicket, ticketKind } from './ticket-text.ts';

test.each([
  ['ST', 46],
  ['PT', 46],
  ['PGT', 47],
  ['PGTIOU', 50],
] as const)('%s: a prefix, letters and digits, %i characters', (kind, length) => {
  const ticket = newTicket(kind);
  expect(ticket).toMatch(new RegExp(`^${kind}-[A-Za-z0-9]+$`));
  expect(ticket).toHaveLength(length);
});

test('10 000 tickets are distinct, and use every character equally often', () => {
  const tickets = Array.from({ length: 10_000 }, () => newTicket('ST'));
  expect(new Set(tickets).size).toBe(10_000);
  const counts = new Map<string, number>();
  for (const char of tickets.map((one) => one.slice(3)).join(''))
    counts.set(char, (counts.get(char) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 6935 on average, with a standard deviation of 83; a modulo of all bytes would give eight characters 8398
  for (const count of counts.values()) expect(Math.abs(count - 430_000 / 62)).toBeLessThan(600);
});

test('the kind of a ticket', () => {
  for (const kind of ['ST', 'PT', 'PGT'] as const) expect(ticketKind(newTicket(kind))).toBe(kind);
  expect(ticketKind(newTicket('PGTIOU'))).toBeUndefined();
});

const random = 'a'.repeat(43);
test.each([
  '',
  'ST-',
  `st-${random}`,
  `ST-${random}a`,
  ` ST-${random}`,
  `ST-${random}\n`,
  `ST-${random.slice(1)}_`,
  `TGT-${random}`,
])('%j is no ticket', (text) => {
  expect(ticketKind(text)).toBeUndefined();
});
