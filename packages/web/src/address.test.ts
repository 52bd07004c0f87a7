import { describe, expect, test } from 'vitest';
import {
  appsHref,
  carriedQuery,
  inLanguage,
  languageInPath,
  openApplicationHref,
  otherLanguage,
  signedOutHref,
  signInHref,
  withoutCarried,
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

describe('inLanguage keeps path, query and hash', () => {
  test.each([
    ['/uk/', '', '', '/en/'],
    ['/uk', '', '', '/en/'],
    ['/uk/apps', '?appId=1&x=%20', '#part', '/en/apps?appId=1&x=%20#part'],
    ['/uk/a/b', '', '', '/en/a/b'],
    ['/strange', '?q=1', '', '/en/strange?q=1'],
  ])('%s%s%s → %s', (pathname, search, hash, expected) =>
    expect(inLanguage('en', { pathname, search, hash })).toBe(expected),
  );
});

test('there are two languages, each the other of the other', () => {
  expect(otherLanguage('uk')).toBe('en');
  expect(otherLanguage('en')).toBe('uk');
});

describe('carriedQuery', () => {
  test.each([
    ['', ''],
    ['?lng=en', ''],
    ['?appId=', ''],
    ['?appId=7', '?appId=7'],
    ['?x=1&state=a%26b&appId=7&request=r', '?appId=7&state=a%26b&request=r'],
    ['?appId=1&appId=2', '?appId=1'],
  ])('%s → %s', (search, expected) => expect(carriedQuery(search)).toBe(expected));
});

test('withoutCarried removes the carried parameters and nothing else', () => {
  expect(withoutCarried('?a=1&appId=7&state=s&request=r&b=2')).toBe('?a=1&b=2');
  expect(withoutCarried('?appId=7')).toBe('');
});

test('addresses on the way', () => {
  expect(appsHref('uk', '?appId=7&signed-out')).toBe('/uk/apps?appId=7');
  expect(signInHref('en', '?appId=7', false)).toBe('/en/?appId=7');
  expect(signInHref('en', '?appId=7', true)).toBe('/en/?session=ended&appId=7');
  expect(signInHref('uk', '', false)).toBe('/uk/');
  expect(signedOutHref('uk')).toBe('/uk/?signed-out');
  expect(openApplicationHref('7')).toBe('/api/app-redirect?appId=7');
  expect(openApplicationHref('a&b', '?appId=x&state=s')).toBe(
    '/api/app-redirect?appId=a%26b&state=s',
  );
});
