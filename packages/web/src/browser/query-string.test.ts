import { describe, expect, test } from 'vitest';
import { decodeQuery, encodeQuery, maxQueryKeys } from './query-string.ts';

describe('decodeQuery', () => {
  test.each([
    ['', []],
    ['?', []],
    [
      'a=1&b=2',
      [
        ['a', ['1']],
        ['b', ['2']],
      ],
    ],
    [
      '?a=1&b=2&a=3',
      [
        ['a', ['1', '3']],
        ['b', ['2']],
      ],
    ],
    [
      '?a&b=',
      [
        ['a', ['']],
        ['b', ['']],
      ],
    ],
    ['?&&a=1&', [['a', ['1']]]],
    ['?a=1=2', [['a', ['1=2']]]],
    [
      '?x=%D1%96+%2B&%D1%96=1',
      [
        ['x', ['і +']],
        ['і', ['1']],
      ],
    ],
    ['?a=%zz%', [['a', ['%zz%']]]],
    ['??a=1', [['?a', ['1']]]],
  ])('%s', (query, entries) => expect([...decodeQuery(query)]).toEqual(entries));

  test('names of built-in object properties are ordinary keys', () => {
    const values = decodeQuery('?__proto__=1&constructor=2&toString=3');
    expect(values.get('__proto__')).toEqual(['1']);
    expect([...values.keys()]).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
    expect(decodeQuery('').get('toString')).toBeUndefined();
  });

  test('only the first 1000 keys are read', () => {
    expect(maxQueryKeys).toBe(1000);
    const query = (count: number) =>
      Array.from({ length: count }, (_, i) => `k${i}=${i}`).join('&');
    expect(decodeQuery(query(1000)).size).toBe(1000);
    expect([...decodeQuery(`?${query(1500)}`).keys()].at(-1)).toBe('k999');
    expect(decodeQuery('a=1&'.repeat(5000)).get('a')).toHaveLength(1000);
  });
});

test('encodeQuery writes single and repeated values, and omits empty lists', () => {
  expect(
    encodeQuery([
      ['a', '1'],
      ['b', ['2', '3']],
      ['c', []],
    ]),
  ).toBe('?a=1&b=2&b=3');
  expect(encodeQuery(Object.entries({ 'ключ &=': 'і+ %' }))).toBe(
    '?%D0%BA%D0%BB%D1%8E%D1%87+%26%3D=%D1%96%2B+%25',
  );
  expect(encodeQuery([])).toBe('');
});

/** Returns the same numbers on every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

test('decodeQuery reads back everything that encodeQuery writes', () => {
  const random = randomFrom(20261121);
  const letters = [...'aZ09ґЄʼ’ &=+%?#;/\\[]"<>\0\n🙂𝒳', '__proto__', '%41'];
  const text = () =>
    Array.from({ length: random(6) }, () => letters[random(letters.length)]).join('');
  for (let round = 0; round < 2000; round += 1) {
    const values = new Map<string, string[]>();
    for (let key = random(6); key > 0; key -= 1)
      values.set(text(), Array.from({ length: 1 + random(3) }, text));
    expect(decodeQuery(encodeQuery(values))).toEqual(values);
  }
});
