// The selection of rows in a table.
import { expect, test } from 'vitest';
import { selectionState, shownSelection, toggleAll, toggleRow } from './selection.ts';

const ids = ['a', 'b', 'c'];

test.each([
  [[], 'none'],
  [['a'], 'some'],
  [['c', 'a', 'b'], 'all'],
  // a row that a filter has hidden does not count
  [['z'], 'none'],
] as const)('of %j is %s', (selected, state) => {
  expect(selectionState(new Set(selected), ids)).toBe(state);
});

test('an empty table has nothing selected', () => {
  expect(selectionState(new Set(['a']), [])).toBe('none');
});

test('a row is added and removed', () => {
  const once = toggleRow(new Set(['a']), 'b');
  expect([...once]).toEqual(['a', 'b']);
  expect([...toggleRow(once, 'a')]).toEqual(['b']);
});

test('the checkbox of the head selects all, then none', () => {
  const all = toggleAll(new Set(['a']), ids);
  expect([...all]).toEqual(ids);
  expect([...toggleAll(all, ids)]).toEqual([]);
});

test('hidden rows leave the selection', () => {
  expect([...shownSelection(new Set(['b', 'z']), ids)]).toEqual(['b']);
});
