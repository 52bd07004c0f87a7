import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipParts } from './gzip-parts.ts';

const unchanged = (html: string) => html;
const shared = (html: string) => ({ html, isShared: true });
const own = (html: string) => ({ html, isShared: false });
const styles = shared(`<style>${'.a{color:red}'.repeat(500)}</style>`);
const words = shared('слова'.repeat(1000));

const encoded = (html: string) => gzipParts([styles, own(html), words], unchanged);

test.each([
  ['text', 'Шевченко Олена'],
  ['no user data', ''],
  ['more than one stored block', 'x'.repeat(200_000)],
  ['exactly one block', 'x'.repeat(65_535)],
])('the page is unchanged after decoding: %s', (_, html) => {
  expect(gunzipSync(encoded(html)).toString()).toBe(styles.html + html + words.html);
});

test('the size reveals only the length of the user data', () => {
  const sizes = ['слова'.repeat(20), '.a{color:red}'.repeat(20).slice(0, 200), 'x'.repeat(200)];
  expect(new Set(sizes.map((html) => encoded(html).length)).size).toBe(1);
});

test('shared parts are compressed once, for each change', () => {
  let calls = 0;
  const change = (html: string) => {
    calls += 1;
    return html.toUpperCase();
  };
  for (const name of ['a', 'b', 'c']) {
    const decoded = gunzipSync(gzipParts([words, own(name)], change)).toString();
    expect(decoded).toBe(words.html.toUpperCase() + name);
  }
  expect(calls).toBe(1);
  expect(gunzipSync(encoded('')).toString()).toContain('слова');
});
