import { expect, test } from 'vitest';
import { shownAddress } from './shown-address.ts';

const host = 'https://app.example';

test.each([
  ['/callback'],
  ['/oauth2/callback'],
  ['/login/oauth2/code/brama'],
  ['/users/auth/openid_connect/callback'],
  ['/auth/oidc-callback-2026'],
  ['/apps/3d1488ae-128e-4655-8ca2-1ef554379335/callback'],
  ['/api/auth/callback/university-of-technology'],
])('%s is shown unchanged', (path) => {
  expect(shownAddress(host + path)).toBe(host + path);
});

test.each([
  ['/reset/Zk3VfQ9aLmP2xYc7', '/reset/Zk3VfQ9a…'],
  ['/s/9f86d081884c7d659a2feaa0c55ad015/back', '/s/9f86d081…/back'],
  ['/t/a-Zk3VfQ9aLmP2xYc7Bn', '/t/a-Zk3VfQ…'],
  [`/${'x'.repeat(41)}`, '/xxxxxxxx…'],
  ['/back;jsessionid=abc', '/back…'],
  ['/back?ticket=abc&x', '/back?ticket=…&…'],
  ['/back#token', '/back#…'],
])('%s can contain a secret and is shown as %s', (path, shown) => {
  expect(shownAddress(host + path)).toBe(host + shown);
});
