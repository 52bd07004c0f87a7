import { expect, test } from 'vitest';
import { filesOfPage, filesOfScreen, fontHref, scriptsOfScreen } from './manifest.ts';

const manifest = {
  'app.html': { file: 'assets/main.js', imports: ['_shared.js'], css: ['assets/main.css'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['app.html'], css: ['assets/main.css'] },
  'apps.tsx': { file: 'assets/apps.js', imports: ['_shared.js'] },
  'x/onest-latin-wght-normal.woff2': { file: 'assets/latin.woff2' },
};

test('a page loads its entry and all imports, each once', () => {
  expect(filesOfPage(manifest, 'app.html')).toEqual([
    'assets/main.js',
    'assets/main.css',
    'assets/shared.js',
  ]);
});

test('a screen needs its own scripts and those of its page', () => {
  expect(scriptsOfScreen(manifest, 'app.html', 'apps.tsx')).toEqual([
    '/assets/main.js',
    '/assets/shared.js',
    '/assets/apps.js',
  ]);
});

test('a screen needs the styles of its page', () => {
  expect(filesOfScreen(manifest, 'app.html', 'apps.tsx')).toContain('/assets/main.css');
});

test('an error names the missing file', () => {
  expect(() => filesOfPage(manifest, 'none.html')).toThrow('none.html');
  expect(() => fontHref(manifest, 'cyrillic')).toThrow('cyrillic');
  expect(fontHref(manifest, 'latin')).toBe('/assets/latin.woff2');
});
