import { expect, test } from 'vitest';
import { withInlineStyles, withLateScripts } from './template.ts';

test('scripts are fetched early and start after the first paint', () => {
  const html =
    '<head><script type="module" crossorigin src="/a.js"></script><link rel="modulepreload" crossorigin href="/b.js"></head><body></body>';
  const preload = (href: string) =>
    `<link rel="preload" as="script" fetchpriority="low" crossorigin href="${href}">`;
  const late = withLateScripts(html);
  expect(late).toContain(`<head>${preload('/a.js')}${preload('/b.js')}</head>`);
  expect(late).toMatch(/<script>[^<]*import\("\/a\.js"\)[^<]*<\/script><\/body>$/);
  expect(late).not.toContain('type="module"');
});

test('a document without an entry or without styles stops the build', () => {
  expect(() => withLateScripts('<body></body>')).toThrow('no entry');
  expect(() => withInlineStyles('<head></head>', '')).toThrow('no style sheet');
});
