import { completed } from '@brama/signin-button/options';
import { describe, expect, test } from 'vitest';
import { configurationFrom, fieldNames, isConfigured, longest, queryOf } from './configuration.ts';

const { state: _, ...usual } = completed({});
const all = {
  appId: '3d1488ae-128e-4655-8ca2-1ef554379335',
  size: 'small',
  color: 'outline',
  logoAlignment: 'right',
  caption: 'Увійти & «вийти» 👩‍🎓 "%"',
  locale: 'en',
  fullWidth: true,
  className: 'a b',
  devMode: true,
  target: '_blank',
} as const;

describe('a configuration in a query', () => {
  test('default values are omitted', () => {
    expect(queryOf(usual)).toBe('');
    expect(queryOf({ ...usual, size: 'small' })).toBe('?size=small');
    expect(queryOf({ ...usual, devMode: true })).toBe('?devMode=true');
  });

  test('all written options are read back', () => {
    expect(configurationFrom(queryOf(all))).toEqual(all);
  });

  test.each(fieldNames)('%s alone is written and read back', (name) => {
    const given = { ...usual, [name]: all[name] };
    expect(configurationFrom(queryOf(given))).toEqual(given);
  });

  test('spaces around the id are removed', () => {
    expect(queryOf({ ...usual, appId: ' x ' })).toBe('?appId=x');
    expect(queryOf({ ...usual, appId: '  ' })).toBe('');
  });

  test.each([
    '',
    '?',
    '?size=huge&color=&locale=ru&fullWidth=yes&target=x',
    '?state=secret&wings=2',
  ])('%s gives the default button', (query) => expect(configurationFrom(query)).toEqual(usual));

  test('long values are cut', () => {
    const read = configurationFrom(`?caption=${'x'.repeat(9999)}&appId=${'y'.repeat(9999)}`);
    expect(read.caption).toHaveLength(longest.caption);
    expect(read.appId).toHaveLength(longest.appId);
    for (const name of ['caption', 'className', 'appId'] as const) {
      const most = 'x'.repeat(longest[name] - 1);
      const query = new URLSearchParams({ [name]: `${most}😀` });
      expect(configurationFrom(`?${query}`)[name]).toBe(most);
    }
  });

  test('other query parameters are kept, and button options are not repeated', () => {
    expect(queryOf({ ...usual, size: 'small' }, '?a=1&size=medium&a=2')).toBe(
      '?a=1&a=2&size=small',
    );
  });

  test('only button parameters count as a configuration', () => {
    expect(isConfigured('?utm=1&state=2')).toBe(false);
    expect(isConfigured('?utm=1&locale=en')).toBe(true);
  });
});
