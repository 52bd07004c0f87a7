import { expect, test } from 'vitest';
import { methodSets } from './method-sets.ts';

test('one method has one set, three have seven', () => {
  expect(methodSets(['password'])).toEqual([['password']]);
  expect(methodSets(['a', 'b', 'c'])).toEqual([
    ['a'],
    ['b'],
    ['a', 'b'],
    ['c'],
    ['a', 'c'],
    ['b', 'c'],
    ['a', 'b', 'c'],
  ]);
});
