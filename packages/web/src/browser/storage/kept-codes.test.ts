// What the tab may store about Diia codes, and which stored values are accepted.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetCodes, keepCodes, readKeptCodes } from './kept-codes.ts';

const now = 1_000_000;
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const lay = (text: string) => kept.set('brama.diia-codes', text);
const code = (requestId: string, shownAt: number) => ({ requestId, shownAt });

test('stored codes are read newest first, at most five', () => {
  keepCodes([code('b', now - 1), code('a', now - 2)]);
  expect(readKeptCodes(now)).toEqual([code('b', now - 1), code('a', now - 2)]);
  keepCodes(Array.from({ length: 7 }, (_, index) => code(`${index}`, now - 100 + index)));
  expect(readKeptCodes(now).map(({ requestId }) => requestId)).toEqual(['6', '5', '4', '3', '2']);
});

test('codes older than ten minutes or from the future are ignored', () => {
  keepCodes([code('ahead', now + 1), code('just', now), code('last', now - 599_999)]);
  lay(
    JSON.stringify([...JSON.parse(kept.values().next().value ?? ''), code('over', now - 600_000)]),
  );
  expect(readKeptCodes(now).map(({ requestId }) => requestId)).toEqual(['just', 'last']);
});

test('only ids and times are read', () => {
  lay(JSON.stringify([{ ...code('a', now), deepLink: 'https://evil.example/' }]));
  expect(readKeptCodes(now)).toEqual([code('a', now)]);
});

test('forgetting removes all stored codes', () => {
  keepCodes([code('a', now)]);
  forgetCodes();
  expect(kept.size).toBe(0);
});

test.each([
  '',
  'not json',
  'null',
  '7',
  '"a"',
  '{}',
  '{"requestId":"a","shownAt":1000000}',
  '[null, 7, "a", [], {}]',
  '[{"requestId":"","shownAt":1000000}]',
  '[{"requestId":7,"shownAt":1000000}]',
  '[{"requestId":"a"}]',
  '[{"requestId":"a","shownAt":"1000000"}]',
  '[{"requestId":"a","shownAt":null}]',
  `[{"requestId":"${'a'.repeat(65)}","shownAt":1000000}]`,
])('an invalid stored value is ignored: %s', (text) => {
  lay(text);
  expect(readKeptCodes(now)).toEqual([]);
});

test('when storage is denied, nothing is stored and no error occurs', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  keepCodes([code('a', now)]);
  forgetCodes();
  expect(readKeptCodes(now)).toEqual([]);
});

test('without storage, as in prerendering, nothing is stored and no error occurs', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepCodes([code('a', now)]);
  expect(readKeptCodes(now)).toEqual([]);
});
