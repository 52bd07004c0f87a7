import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compareFigures, withoutInjectedStyles } from './sonner-plugin.ts';

const source = readFileSync(fileURLToPath(import.meta.resolve('sonner')), 'utf8');

test('the plugin removes only the injected style sheet from sonner', () => {
  const rest = withoutInjectedStyles(source);
  expect(rest).not.toMatch(/data-sonner-toaster\]\[/);
  expect(rest).toContain('export { Toaster, toast, useSonner };');
  const gone = source.split('\n').filter((line) => !rest.includes(line));
  expect(gone).toEqual([expect.stringMatching(/^__insertCSS\("/)]);
});

test('a release that injects styles differently or twice fails the build', () => {
  const call = /^__insertCSS\(".*$/m.exec(source)?.[0] ?? '';
  expect(call).not.toBe('');
  expect(() => withoutInjectedStyles(source.replace(call, ''))).toThrow('found 0');
  expect(() => withoutInjectedStyles(source.replace(call, '__insertCSS(sheet);'))).toThrow(
    'found 0',
  );
  expect(() => withoutInjectedStyles(`${source}\n${call}`)).toThrow('found 2');
  expect(() => withoutInjectedStyles(`${source}\n  __insertCSS(sheet);`)).toThrow('elsewhere');
});

test.each([
  ['const SWIPE_THRESHOLD = 45;', 'const SWIPE_THRESHOLD = 20;'],
  ['velocity > 0.11)', 'velocity > 0.2)'],
  ['const TIME_BEFORE_UNMOUNT = 200;', 'const TIME_BEFORE_UNMOUNT = 300;'],
])('sonner contains %s; another number fails the build', (ours, other) => {
  expect(() => compareFigures(source)).not.toThrow();
  expect(() => compareFigures(source.replace(ours, other))).toThrow(ours);
});
