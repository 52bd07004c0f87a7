// The names of icons in a manifest, and what the refusal of another name says.

import { campusIcons, iconNameIssue, isIconName } from '@brama/contract/applications/campus-icons';
import { expect, test } from 'vitest';

test('there are forty icons, by name', () => {
  expect(campusIcons).toHaveLength(40);
  expect([...new Set(campusIcons)].sort()).toEqual([...campusIcons]);
});

test.each([
  ['library', true],
  ['Library', true],
  ['icon.svg', false],
  ['./library', false],
  ['icons/library', false],
  ['data:image/png;base64,AAAA', false],
])('%s is a name: %s', (value, isName) => expect(isIconName(value)).toBe(isName));

test.each([
  ['libary', '; perhaps you mean library'],
  ['Library', '; perhaps you mean library'],
  ['dormitories', '; perhaps you mean dormitory'],
  ['time', '; perhaps you mean timetable'],
  ['wi-fi', '; perhaps you mean wifi'],
  ['hostel', '; docs/manifest.md lists them'],
  ['x'.repeat(4096), '; docs/manifest.md lists them'],
])('the names near to %.20s', (given, end) =>
  expect(iconNameIssue(given)).toBe(`is not the name of an icon${end}`),
);

test('a name of the list is valid', () => {
  for (const name of campusIcons) expect(iconNameIssue(name)).toBeUndefined();
});
