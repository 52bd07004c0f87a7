import { describe, expect, test } from 'vitest';
import {
  addressOf,
  attributesOf,
  type ButtonOptions,
  captionOf,
  completed,
  linkTargetOf,
  longestCaption,
  optionsFrom,
} from './options.ts';

const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';
const nothing: ButtonOptions = {
  appId: '',
  size: 'large',
  color: 'brand',
  logoAlignment: 'left',
  caption: '',
  locale: 'uk',
  fullWidth: false,
  className: '',
  devMode: false,
  state: '',
  target: '',
};

const from = (given: Record<string, string>) => optionsFrom((name) => given[name]);

describe('options from a page', () => {
  test('missing options get their default values', () => {
    expect(from({})).toEqual(nothing);
  });

  test.each([
    [{ size: 'huge' }, { size: 'large' }],
    [{ size: 'SMALL' }, { size: 'large' }],
    [{ color: '' }, { color: 'brand' }],
    [{ locale: 'ru' }, { locale: 'uk' }],
    [{ logoAlignment: 'top' }, { logoAlignment: 'left' }],
    [{ fullWidth: 'yes' }, { fullWidth: false }],
    [{ devMode: 'TRUE' }, { devMode: false }],
    [{ size: 'toString' }, { size: 'large' }],
    [{ target: 'elsewhere' }, { target: '' }],
    [{ target: '_TOP' }, { target: '' }],
    [{ appId: `  ${appId}\n` }, { appId }],
  ])('%j becomes %j', (given, expected) => {
    expect(from(given)).toEqual({ ...nothing, ...expected });
  });
});

describe('attributes from options', () => {
  test('empty and disabled options are omitted', () => {
    expect(attributesOf({ appId })).toEqual([
      ['data-app-id', appId],
      ['data-size', 'large'],
      ['data-color', 'brand'],
      ['data-logo-alignment', 'left'],
      ['data-locale', 'uk'],
    ]);
  });

  const captions = [
    '',
    'Увійти',
    '"><script>alert(1)</script>',
    "👩‍🎓 & 'co'",
    'x'.repeat(200),
    'false',
  ];
  const all = captions.flatMap((caption) =>
    (['small', 'medium', 'large'] as const).flatMap((size) =>
      [true, false].map(
        (flag): ButtonOptions => ({
          ...nothing,
          appId,
          size,
          caption,
          fullWidth: flag,
          devMode: flag,
          className: flag ? 'one two' : '',
          color: flag ? 'outline' : 'brand',
        }),
      ),
    ),
  );
  test.each(all)('give the same options when read: $caption, $size, $fullWidth', (options) => {
    const attributes = new Map(attributesOf(options));
    const read = optionsFrom((name) =>
      attributes.get(`data-${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`),
    );
    // the caption “false” is read as no caption
    expect(read).toEqual({ ...options, ...(options.caption === 'false' && { caption: '' }) });
  });
});

test.each([
  ['', `https://id.example/?appId=${appId}`],
  [
    'back to /курс?x=1&y',
    `https://id.example/?appId=${appId}&state=back+to+%2F%D0%BA%D1%83%D1%80%D1%81%3Fx%3D1%26y`,
  ],
])('a state of %j gives the address %s', (state, address) => {
  expect(addressOf('https://id.example', { appId, state })).toBe(address);
});

test('only an English button links to the English pages', () => {
  const leading = (locale: 'uk' | 'en') =>
    addressOf('https://id.example', { appId, state: 's', locale });
  expect(leading('uk')).toBe(`https://id.example/?appId=${appId}&state=s`);
  expect(leading('en')).toBe(`https://id.example/en/?appId=${appId}&state=s`);
});

test('a plain link opens in the top window unless a target is set', () => {
  expect(linkTargetOf(completed({}))).toBe('_top');
  expect(linkTargetOf(completed({ target: '_blank' }))).toBe('_blank');
});

test('an application id cannot change the origin of the address', () => {
  const address = addressOf('https://id.example', { appId: '@evil.example/?x=#', state: '' });
  expect(new URL(address).origin).toBe('https://id.example');
  expect(new URL(address).searchParams.get('appId')).toBe('@evil.example/?x=#');
});

test.each([
  [{}, 'Увійти через Браму'],
  [{ locale: 'en' }, 'Sign in with Brama'],
  [{ caption: '  ' }, 'Увійти через Браму'],
  [{ caption: ' До кампуса ' }, 'До кампуса'],
] as const)('%j has the caption %s', (given, caption) => {
  expect(captionOf(completed(given))).toBe(caption);
});

describe('a caption that is too long', () => {
  const long = 'x'.repeat(100_000);
  const short = 'x'.repeat(longestCaption);

  test('is cut when read and when written', () => {
    expect(captionOf(from({ caption: long }))).toBe(short);
    expect(Object.fromEntries(attributesOf({ appId, caption: long }))).toMatchObject({
      'data-caption': short,
    });
    expect(captionOf(from({ caption: short }))).toBe(short);
  });

  test('is never cut within a character', () => {
    const caption = `${'x'.repeat(longestCaption - 1)}😀`;
    expect(captionOf(from({ caption }))).toBe('x'.repeat(longestCaption - 1));
    expect(captionOf(from({ caption: caption.slice(1) }))).toBe(caption.slice(1));
  });
});
