import { expect, test } from 'vitest';
import { isPageRequest } from './dev-pages.ts';

const navigate = { 'sec-fetch-mode': 'navigate' };

test.each([
  ['/uk/', navigate, true],
  ['/uk/password', navigate, true],
  ['/oidc/auth?client_id=x', { accept: 'text/html,*/*' }, true],
  ['/api/auth', { 'sec-fetch-mode': 'cors', accept: 'text/html' }, false],
  ['/src/entries/public.tsx', navigate, false],
  ['/@vite/client', navigate, false],
  ['/components?lang=en', navigate, false],
])('%s %j: %s', (url, headers, isPage) => {
  expect(isPageRequest({ url, headers })).toBe(isPage);
});
