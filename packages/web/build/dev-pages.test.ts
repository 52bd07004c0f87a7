import { expect, test } from 'vitest';
import { pageFor } from './dev-pages.ts';

test.each([
  ['/uk/', '/login.html'],
  ['/en', '/login.html'],
  ['/uk/apps', '/app.html'],
  ['/en/no/such/page', '/public.html'],
  ['/google-auth', '/public.html'],
  ['/google/auth', undefined],
  ['/src/entries/app.tsx', undefined],
  ['/@vite/client', undefined],
])('%s → %s', (path, page) => expect(pageFor(path)).toBe(page));
