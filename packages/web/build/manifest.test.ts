import { expect, test } from 'vitest';
import { filesOfPage, filesOfScreen, fontHref, scriptsOfScreen } from './manifest.ts';

const manifest = {
  'app.html': { file: 'assets/main.js', imports: ['_shared.js'], css: ['assets/main.css'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['app.html'], css: ['assets/main.css'] },
  'apps.tsx': { file: 'assets/apps.js', imports: ['_shared.js'] },
  'x/onest-latin-wght-normal.woff2': { file: 'assets/latin.woff2' },
};

test('a page loads its entry and all it imports, each once', () => {
  expect(filesOfPage(manifest, 'app.html')).toEqual([
    'assets/main.js',
    'assets/main.css',
    'assets/shared.js',
  ]);
});

test('a screen needs the scripts of its page and its own', () => {
  expect(scriptsOfScreen(manifest, 'app.html', 'apps.tsx')).toEqual([
    '/assets/main.js',
    '/assets/shared.js',
    '/assets/apps.js',
  ]);
});

test('and its styles', () => {
  expect(filesOfScreen(manifest, 'app.html', 'apps.tsx')).toContain('/assets/main.css');
});

test('what is missing is said', () => {
  expect(() => filesOfPage(manifest, 'none.html')).toThrow('none.html');
  expect(() => fontHref(manifest, 'cyrillic')).toThrow('cyrillic');
  expect(fontHref(manifest, 'latin')).toBe('/assets/latin.woff2');
});
