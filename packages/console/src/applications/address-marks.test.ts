// One click accepts only an address at a host that the application already has.

import { expect, test } from 'vitest';
import { isOfferedAddress, marked, nearest } from './address-marks.ts';

const registered = ['https://wiki.campus.example/oidc', 'https://old.campus.example/callback'];

test('the difference is what is between the same start and the same end', () => {
  expect(marked('https://a.example/cb/', 'https://a.example/cb')).toEqual({
    start: 'https://a.example/cb',
    differs: '/',
    end: '',
  });
  expect(marked('http://a.example/cb', 'https://a.example/cb')).toEqual({
    start: 'http',
    differs: '',
    end: '://a.example/cb',
  });
  expect(marked('aa', 'aaa')).toEqual({ start: 'aa', differs: '', end: '' });
});

test('the nearest address has most in common', () => {
  expect(nearest('https://old.campus.example/callback2', registered)).toBe(registered[1]);
  expect(nearest('x', [])).toBeUndefined();
});

test.each([
  'https://wiki.campus.example/oidc/',
  'https://wiki.campus.example/other?x=1',
  'https://old.campus.example/',
])('one click may add %s', (received) => {
  expect(isOfferedAddress(received, registered)).toBe(true);
});

const hostile = [
  'http://wiki.campus.example/oidc',
  'https://wiki.campus.example:8443/oidc',
  'https://wiki.campus.example.evil.example/oidc',
  'https://evil.example/https://wiki.campus.example/oidc',
  'https://wiki.campus.example@evil.example/oidc',
  'https://user:secret@wiki.campus.example/oidc',
  'https://wiki.campus.example\\@evil.example/oidc',
  'https://wiki.campus.example%2eevil.example/',
  'https://wiki.campus.exаmple/oidc',
  'https://WIKI.campus.example\t.evil.example/oidc',
  '//wiki.campus.example/oidc',
  'javascript:alert(1)//wiki.campus.example',
  'data:text/html,wiki.campus.example',
  'https://wiki.campus.example/oidc#fragment',
  ' https://wiki.campus.example/oidc',
  '',
];

test('a thousand hostile requests never put another host one click away', () => {
  const random = (seed: number) => Math.abs(Math.sin(seed) * 1e9).toString(36);
  const received = [
    ...hostile,
    ...Array.from({ length: 1000 }, (_, seed) => {
      const host = [
        'evil.example',
        `wiki.campus.example.${random(seed)}`,
        `${random(seed)}.campus.example`,
      ];
      return `https://${host[seed % host.length]}/${random(seed + 1)}`;
    }),
  ];
  expect(received.filter((one) => isOfferedAddress(one, registered))).toEqual([]);
});

test('an address of another scheme is not offered, although its origin is that of a native application', () => {
  expect(isOfferedAddress('http.evil.app:/cb', ['edu.campus.app:/cb'])).toBe(false);
});
