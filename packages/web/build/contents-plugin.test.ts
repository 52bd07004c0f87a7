import { expect, test } from 'vitest';
import { type Bundle, misplacedModules } from './contents-plugin.ts';

const chunk = (name: string, moduleIds: string[], imports: string[] = []) =>
  ({ type: 'chunk', name, moduleIds, imports }) as const;
const merge = '/brama/node_modules/tailwind-merge/dist/bundle-mjs.mjs';

const bundle: Bundle = {
  'login.js': chunk('login', ['/brama/packages/web/src/entries/login.tsx'], ['shared.js']),
  'shared.js': chunk('shared', ['/brama/packages/web/src/ui/button.tsx'], ['login.js']),
  'app.js': chunk('app', ['/brama/packages/web/src/entries/app.tsx', merge], ['shared.js']),
  'style.css': { type: 'asset' },
};

test('heavy packages are allowed outside the sign-in page', () => {
  expect(misplacedModules(bundle, 'login')).toEqual([]);
});

test.each([
  merge,
  '/brama/node_modules/zod/v4/index.js',
  '/brama/node_modules/sonner/dist/index.mjs',
  '/brama/node_modules/qrcode.react/lib/esm/index.js',
])('the sign-in page may not load %s at start, even through another chunk', (id) => {
  const heavier = { ...bundle, 'shared.js': chunk('shared', [id]) };
  expect(misplacedModules(heavier, 'login')).toEqual([id]);
});

test.each([
  '/brama/packages/web/src/stories/main.tsx',
  '/brama/packages/web/src/entries/example-instance.ts',
])('%s may not be in any chunk', (id) => {
  expect(misplacedModules({ ...bundle, 'lazy.js': chunk('lazy', [id]) }, 'login')).toEqual([id]);
});

test('a bundle without the sign-in page is an error', () => {
  expect(() => misplacedModules(bundle, 'sign-in')).toThrow('no entry sign-in');
});
