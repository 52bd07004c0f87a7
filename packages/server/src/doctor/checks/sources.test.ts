import { expect, test } from 'vitest';
import { findingsOfSource, type SourceHistory } from './sources.ts';

const dayMs = 24 * 3_600_000;
const now = 100 * dayMs;
const source = { name: 'students', kind: 'file', mapping: {}, approvedAt: 1 } as const;
const last = { state: 'done', created_at: now - dayMs } as const;

/** The ids of the findings of a source whose imports were written so many days ago. */
const idsOf = (daysAgo: readonly number[], change: Partial<SourceHistory> = {}) => {
  const doneAt = daysAgo.map((days) => now - days * dayMs);
  return findingsOfSource({ source, last, failed: undefined, doneAt, ...change }, now).map(
    ({ id }) => id,
  );
};

test.each([
  ['a file that came once', [29], []],
  ['a file that came twice', [29, 28], []],
  ['a file of every night', [12, 11, 10], ['source-old']],
  ['a file of every night, a week ago', [9, 8, 7], []],
  ['a file of every week, two weeks ago', [28, 21, 14], ['source-old']],
  ['a file of every week, last week', [21, 14, 7], []],
  ['a file whose imports are no longer kept', [], []],
])('%s', (_name, daysAgo, ids) => {
  expect(idsOf(daysAgo)).toEqual(ids);
});

test('the register is expected every week', () => {
  const edebo = { source: { ...source, kind: 'edebo' } } as const;
  expect(idsOf([7], edebo)).toEqual([]);
  expect(idsOf([9], edebo)).toEqual(['source-old']);
  expect(idsOf([], edebo)).toEqual(['source-old']);
});

test('a failure or a waiting import explains the age', () => {
  const edebo = { ...source, kind: 'edebo' } as const;
  const failed = { error: 'conflict' };
  expect(idsOf([9], { source: edebo, failed })).toEqual(['source-import-failed']);
  const waiting = { ...last, state: 'waiting', created_at: now - 3 * dayMs } as const;
  expect(idsOf([9], { source: edebo, last: waiting })).toEqual(['source-import-waits']);
  expect(idsOf([9], { last: waiting, failed })).toEqual([
    'source-import-failed',
    'source-import-waits',
  ]);
  // an administrator has a day to decide
  expect(idsOf([7], { last: { ...waiting, created_at: now - dayMs } })).toEqual([]);
});

test('a source without a mapping, or never imported', () => {
  expect(idsOf([], { source: { ...source, mapping: null } })).toEqual(['source-without-mapping']);
  expect(idsOf([], { source: { ...source, approvedAt: null } })).toEqual(['source-never-imported']);
});
