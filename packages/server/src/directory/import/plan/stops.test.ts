import { importLimit, sourceSettings } from '@brama/contract/admin/imports/source-settings';
import { expect, test } from 'vitest';
import { importOptions } from '../import-options.ts';
import { noCounts } from '../import-store.ts';
import { type Compared, stopsOf, type WrittenLately } from './stops.ts';

const settings = sourceSettings.parse({});
const nothing = { leavers: 0, changed: 0 };

/** A comparison of a source of 1000 persons. */
const compared = (given: Partial<Compared> & { left?: number }): Compared => ({
  counts: { ...noCounts(), left: given.left ?? 0 },
  ending: 0,
  withheld: 0,
  changed: 0,
  changedFields: new Map(),
  presentBefore: 1000,
  named: 1000,
  isFirst: false,
  ...given,
});

test.each<[string, Parameters<typeof compared>[0], WrittenLately, string[]]>([
  ['as many as allowed', { left: 50 }, nothing, []],
  ['too many', { left: 51 }, nothing, ['too-many-leavers']],
  ['who leave and who lose the account', { left: 30, ending: 21 }, nothing, ['too-many-leavers']],
  [
    'with those of the week',
    { left: 1 },
    { leavers: 50, changed: 0 },
    ['too-many-leavers-of-week'],
  ],
  ['none after those of the week', {}, { leavers: 60, changed: 60 }, []],
  ['changes', { changed: 10 }, { leavers: 0, changed: 41 }, ['too-many-changed-of-week']],
  ['withheld', { withheld: 1 }, nothing, ['leavers-withheld']],
])('users against the limits: %s', (_, given, lately, expected) => {
  const stops = stopsOf(compared(given), settings, importOptions.parse({}), lately);
  expect(stops.map(({ code }) => code)).toEqual(expected);
});

test('an empty limit is refused: it would be none', () => {
  expect(importLimit.safeParse({}).success).toBe(false);
  expect(sourceSettings.safeParse({ limits: { leavers: {} } }).success).toBe(false);
});
