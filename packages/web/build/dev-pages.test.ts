import { expect, test } from 'vitest';
import { pageFor } from './dev-pages.ts';

test.each([
  ['/uk/', '/login.html'],
  ['/en', '/login.html'],
  ['/uk/apps', '/index.html'],
  ['/en/no/such/page', '/index.html'],
  ['/src/main.tsx', undefined],
  ['/@vite/client', undefined],
])('%s → %s', (path, page) => expect(pageFor(path)).toBe(page));
