import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const body = (text: string) => Buffer.from(text);

test('a page is made once', () => {
  const cache = createPageCache();
  let made = 0;
  const make = () => {
    made += 1;
    return body('page');
  };
  expect([cache.get('a', make), cache.get('a', make)]).toEqual([body('page'), body('page')]);
  expect(made).toBe(1);
});

test('beyond its bytes the page used longest ago goes', () => {
  const cache = createPageCache(10);
  const made: string[] = [];
  const get = (key: string) =>
    cache.get(key, () => {
      made.push(key);
      return body('12345');
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('a page larger than the whole cache is not kept', () => {
  const cache = createPageCache(3);
  let made = 0;
  for (let i = 0; i < 2; i += 1)
    cache.get('a', () => {
      made += 1;
      return body('12345');
    });
  expect(made).toBe(2);
});
