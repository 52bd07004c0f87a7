import { expect, test } from 'vitest';
import { trimCharacters } from './trim-characters.ts';

test.each([
  ['/a/b/', '/', 'a/b'],
  ['///a', '/', 'a'],
  ['a///', '/', 'a'],
  ['a', '/', 'a'],
  ['///', '/', ''],
  ['', '/', ''],
  [' /a /', ' /', 'a'],
  ['a', '', 'a'],
  // of meaning to regular expressions, and to sets of characters in them
  ['.*a.*', '*.', 'a'],
  ['^-]a[\\]', '^-[]\\', 'a'],
  ['abc', 'a-c', 'b'],
  // whole characters: half of a pair is none of them
  ['🙂a🙂', '🙂', 'a'],
  ['🙂a🙃', '🙃', '🙂a'],
  ['’слово’', '’', 'слово'],
])('%j without %j → %j', (text, characters, trimmed) =>
  expect(trimCharacters(text, characters)).toBe(trimmed),
);
