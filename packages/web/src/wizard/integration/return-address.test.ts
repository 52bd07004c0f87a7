import { expect, test } from 'vitest';
import { faultOfAddress } from './return-address.ts';

test.each([
  'https://rooms.campus.example/back?from=brama',
  'http://localhost:3000/back',
  'http://127.0.0.1/back',
  'http://app.localhost/back',
])('%s is valid', (text) => {
  expect(faultOfAddress(text, 'ticket')).toBeUndefined();
});

test.each([
  'rooms.campus.example/back',
  'http://rooms.campus.example/back',
  'ftp://rooms.campus.example/back',
  'https://rooms.campus.example/back#top',
  'https://user:password@rooms.campus.example/back',
  'https://*.campus.example/back',
  'https://rooms.campus.example/ba ck',
  'https://rooms.campus.example\\back',
])('%s is invalid with every protocol', (text) => {
  for (const protocol of ['ticket', 'oidc', 'cas'] as const)
    expect(faultOfAddress(text, protocol)).toBe('form');
});

test('the button adds ticketId itself, and CAS compares addresses without a query', () => {
  const withTicket = 'https://rooms.campus.example/back?ticketId=1';
  expect(faultOfAddress(withTicket, 'ticket')).toBe('ticket');
  expect(faultOfAddress(withTicket, 'oidc')).toBeUndefined();
  expect(faultOfAddress(withTicket, 'cas')).toBe('cas');
});
