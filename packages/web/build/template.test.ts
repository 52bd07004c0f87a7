import { expect, test } from 'vitest';
import { fill, inlineJson } from './template.ts';

test('a place is filled literally', () => {
  expect(fill('<p>@</p>', '@', '$& $1')).toBe('<p>$& $1</p>');
});

test('a place that is missing or doubled stops the build', () => {
  expect(() => fill('<p></p>', '@', 'x')).toThrow('found 0');
  expect(() => fill('@@', '@', 'x')).toThrow('found 2');
});

test('inline JSON cannot leave its element', () => {
  expect(inlineJson('state', { a: '</script>' })).toBe(
    '<script type="application/json" id="state">{"a":"\\u003c/script>"}</script>',
  );
});
