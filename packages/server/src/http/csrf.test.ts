import { expect, test } from 'vitest';
import { isSameOrigin } from './csrf.ts';

const own = 'https://id.campus.example';

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: own }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ 'sec-fetch-site': ['same-origin', 'cross-site'] }, false],
  [{ origin: own }, true],
  [{ origin: `${own}.evil.example` }, false],
  [{ origin: 'http://id.campus.example' }, false],
  [{ origin: 'null' }, false],
  [{}, false],
])('%j is same-origin: %s', (headers, same) => {
  expect(isSameOrigin(headers, own)).toBe(same);
});
