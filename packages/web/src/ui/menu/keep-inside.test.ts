import { expect, test } from 'vitest';
import { placeInside } from './keep-inside.ts';

const space = { width: 320, height: 600 };
const opener = { left: 200, right: 300, top: 100, bottom: 140 };
const popup = { left: 200, right: 280, top: 140, bottom: 240 };

test.each([
  ['has room', {}, {}, { shiftPx: 0, above: false }],
  ['would hang out on the right', { right: 340 }, {}, { shiftPx: -28, above: false }],
  ['would hang out on the left', { left: -12, right: 100 }, {}, { shiftPx: 20, above: false }],
  ['is wider than the window: its beginning shows', { left: 4, right: 400 }, {}, { shiftPx: 4 }],
  ['has no room below', {}, { top: 520, bottom: 560 }, { shiftPx: 0, above: true }],
  ['has no room anywhere: below', { bottom: 900 }, {}, { above: false }],
])('what pops up and %s', (_, changed, openerChanged, expected) => {
  const placed = placeInside({ ...popup, ...changed }, { ...opener, ...openerChanged }, space);
  expect(placed).toMatchObject(expected);
});
