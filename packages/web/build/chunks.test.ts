import { expect, test } from 'vitest';
import { createChunkOf } from './chunks.ts';

const importers: Record<string, string[]> = {
  '/w/src/entries/login.tsx': [],
  '/w/src/sign-in/login-page.tsx': ['/w/src/entries/login.tsx'],
  '/w/src/frame/page.tsx': ['/w/src/sign-in/login-page.tsx', '/w/src/entries/app.tsx'],
  '/n/react/index.js': ['/w/src/frame/page.tsx', '/n/react/circle.js'],
  '/n/react/circle.js': ['/n/react/index.js'],
  '/n/react-router/index.js': ['/w/src/entries/app.tsx'],
  '/w/src/entries/app.tsx': [],
};
const context = { getModuleInfo: (id: string) => ({ importers: importers[id] ?? [] }) };

test.each([
  ['/n/react/index.js', 'base'],
  ['/n/react/circle.js', 'base'],
  ['/w/src/frame/page.tsx', 'base'],
  ['/w/src/sign-in/login-page.tsx', null],
  ['/n/react-router/index.js', null],
])('%s → %s', (id, chunk) => expect(createChunkOf()(id, context)).toBe(chunk));
