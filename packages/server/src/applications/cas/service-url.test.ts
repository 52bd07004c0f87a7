import { expect, test } from 'vitest';
import { accepted, hostile, registered } from '../../../test/support/cas/services.ts';
import { comparedForm, matchesPrefix, parseService, withTicket } from './service-url.ts';

const prefix = new URL(registered);

function isAccepted(text: string, registeredAt = prefix): boolean {
  const parsed = parseService(text);
  return !('reason' in parsed) && matchesPrefix(parsed, registeredAt);
}

test.each(hostile)('refuses %j', (text) => {
  expect(isAccepted(text)).toBe(false);
});

test.each(accepted)('accepts %j', (text, href) => {
  expect(isAccepted(text)).toBe(true);
  expect(parseService(text)).toMatchObject({ href });
});

test.each([
  ['/app', '/app', true],
  ['/app', '/app/', true],
  ['/app', '/app/x', true],
  ['/app', '/app?x=1', true],
  ['/app', '/application', false],
  ['/app', '/app;jsessionid=1', true],
  ['/app', '/app;jsessionid=1/x', true],
  ['/app', '/apps;jsessionid=1', false],
  ['/app', '/app%3bjsessionid=1', false],
  ['/app/', '/app;jsessionid=1', false],
  ['/app/', '/app/;jsessionid=1', true],
  ['/app/', '/app', false],
  ['/', '/', true],
  ['/', '/anything', true],
  ['/login/cas', '/login/cas', true],
  ['/login/cas', '/login/cas2', false],
])('below %j is %j: %s', (registeredPath, path, expected) => {
  const at = new URL(`https://campus.example${registeredPath}`);
  expect(isAccepted(`https://campus.example${path}`, at)).toBe(expected);
});

test.each([
  ['x'.repeat(2049), 'too-long'],
  [`${registered}${'x'.repeat(2049 - registered.length)}`, 'too-long'],
  ['', 'not-an-address'],
  ['app', 'not-an-address'],
  [`${registered}\ud800`, 'not-an-address'],
  ['https://user@campus.example/app/', 'username'],
  [`${registered}#x`, 'fragment'],
  [`${registered}#`, 'fragment'],
  [`${registered}?a=1&ticket=`, 'ticket-parameter'],
  [`${registered}a%2Fb`, 'encoded-path'],
])('%.60j: %s', (text, reason) => {
  expect(parseService(text)).toEqual({ reason });
});

test('the longest address', () => {
  expect(isAccepted(registered.padEnd(2048, 'x'))).toBe(true);
});

test.each([
  ['https://h/', 'https://h/?ticket=T'],
  ['https://h/a', 'https://h/a?ticket=T'],
  ['https://h/?', 'https://h/?ticket=T'],
  ['https://h/?a=1', 'https://h/?a=1&ticket=T'],
  ['https://h/??', 'https://h/??&ticket=T'],
  ['https://h/?a=why?', 'https://h/?a=why?&ticket=T'],
  ['https://h/?a=1&', 'https://h/?a=1&ticket=T'],
  ['https://h/?a', 'https://h/?a&ticket=T'],
  ['https://h/?a=b+c&d=%20&e=%D1%84', 'https://h/?a=b+c&d=%20&e=%D1%84&ticket=T'],
  ['https://h/?next=https://x/?y=1', 'https://h/?next=https://x/?y=1&ticket=T'],
  ['https://h/a;jsessionid=1', 'https://h/a;jsessionid=1?ticket=T'],
  ['https://h/?a=1;b=2', 'https://h/?a=1;b=2&ticket=T'],
  ['https://h:8443/%20', 'https://h:8443/%20?ticket=T'],
  ["https://h/?a='()*!~", "https://h/?a='()*!~&ticket=T"],
])('the ticket for %s', (href, location) => {
  expect(withTicket(href, 'T')).toBe(location);
});

test.each([
  ['https://h/a', 'https://h/a'],
  ['https://h/a?', 'https://h/a'],
  ['https://h/a??&', 'https://h/a'],
  ['https://h/a?b&', 'https://h/a?b'],
  ['https://h/a?b=1&&?', 'https://h/a?b=1'],
  ['https://h/a?b&c', 'https://h/a?b&c'],
  ['https://h/a?&b', 'https://h/a?&b'],
  // another path
  ['https://h/a&', 'https://h/a&'],
  ['https://h/a&?', 'https://h/a&'],
])('%s is compared as %s', (href, compared) => {
  expect(comparedForm(href)).toBe(compared);
});
