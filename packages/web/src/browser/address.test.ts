import { describe, expect, test } from 'vitest';
import {
  appsHref,
  languageInPath,
  leadsBack,
  openApplicationHref,
  otherLanguage,
  pageAddress,
  signedOutHref,
  signInHref,
  trimCharacters,
  withoutCarried,
  withSubject,
} from './address.ts';

describe('languageInPath', () => {
  test.each([
    ['/uk/', 'uk'],
    ['/en/apps', 'en'],
    ['/en', 'en'],
    ['/', undefined],
    ['/de/apps', undefined],
    ['/ukraine/', undefined],
    ['', undefined],
  ])('%s → %s', (path, language) => expect(languageInPath(path)).toBe(language));
});

test.each([
  ['/uk/', '', { path: '', query: '', carried: '' }],
  ['/uk', '', { path: '', query: '', carried: '' }],
  ['/en/apps', '?x=1&appId=a', { path: 'apps', query: '?x=1&appId=a', carried: '?appId=a' }],
  ['/uk/a/b', '', { path: 'a/b', query: '', carried: '' }],
  ['/uk/apps/', '', { path: 'apps', query: '', carried: '' }],
  ['/user', '?q=1', { path: '', query: '?q=1', carried: '' }],
])('the parts of %s%s', (pathname, search, parts) =>
  expect(pageAddress({ pathname, search })).toEqual(parts),
);

test('each of the two languages is the other language of the other', () => {
  expect(otherLanguage('uk')).toBe('en');
  expect(otherLanguage('en')).toBe('uk');
});

test('withoutCarried removes the carried parameters and nothing else', () => {
  expect(withoutCarried('?a=1&appId=7&state=s&request=r&b=2')).toBe('?a=1&b=2');
  expect(withoutCarried('?appId=7')).toBe('');
});

test('addresses of pages and redirects', () => {
  expect(appsHref('uk', '?appId=7&signed-out')).toBe('/uk/apps?appId=7');
  expect(signInHref('en', '?appId=7', false)).toBe('/en/?appId=7');
  expect(signInHref('en', '?appId=7', true)).toBe('/en/?session=ended&appId=7');
  expect(signInHref('uk', '', false)).toBe('/uk/');
  expect(signedOutHref('uk')).toBe('/uk/?signed-out');
  expect(openApplicationHref('7')).toBe('/api/app-redirect?appId=7');
  expect(openApplicationHref('7', '', 'h')).toBe('/api/app-redirect?appId=7&userHash=h');
  expect(openApplicationHref('a&b', '?appId=x&state=s')).toBe(
    '/api/app-redirect?appId=a%26b&state=s',
  );
});

describe('leadsBack', () => {
  const own = 'https://id.example';
  test.each([
    ['opened from our page', 2, `${own}/uk/`, true],
    ['nothing to go back to', 1, `${own}/uk/`, false],
    ['opened by hand', 2, '', false],
    ['opened from elsewhere', 2, 'https://else.example/uk/', false],
    ['a host that only begins like ours', 2, `${own}.else.example/`, false],
    ['another port', 2, `${own}:8443/`, false],
  ])('%s', (_, length, referrer, expected) =>
    expect(leadsBack(length, referrer, own)).toBe(expected),
  );
});

test('an email link gets a subject, the help page does not', () => {
  expect(withSubject('mailto:help@campus.example', 'Дані & вхід')).toBe(
    'mailto:help@campus.example?subject=%D0%94%D0%B0%D0%BD%D1%96%20%26%20%D0%B2%D1%85%D1%96%D0%B4',
  );
  expect(withSubject('mailto:a@b.example?subject=x', 'y')).toBe('mailto:a@b.example?subject=x');
  expect(withSubject('/uk/faq', 'y')).toBe('/uk/faq');
});

test.each([
  ['/a/b/', '/', 'a/b'],
  ['///a', '/', 'a'],
  ['a///', '/', 'a'],
  ['a', '/', 'a'],
  ['///', '/', ''],
  ['', '/', ''],
  [' /a /', ' /', 'a'],
  ['a', '', 'a'],
  // characters with a meaning in regular expressions and character classes
  ['.*a.*', '*.', 'a'],
  ['^-]a[\\]', '^-[]\\', 'a'],
  ['abc', 'a-c', 'b'],
  // surrogate pairs count as whole characters
  ['🙂a🙂', '🙂', 'a'],
  ['🙂a🙃', '🙃', '🙂a'],
  ['’слово’', '’', 'слово'],
])('%j without %j → %j', (text, characters, trimmed) =>
  expect(trimCharacters(text, characters)).toBe(trimmed),
);
