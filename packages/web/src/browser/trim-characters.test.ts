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
  // characters with a meaning in regular expressions and character classes
  ['.*a.*', '*.', 'a'],
  ['^-]a[\\]', '^-[]\\', 'a'],
  ['abc', 'a-c', 'b'],
  // surrogate pairs count as whole characters
  ['🙂a🙂', '🙂', 'a'],
  ['🙂a🙃', '🙃', '🙂a'],
  ['’слово’', '’', 'слово'],
])('%j without %j → %j', (text, characters, trimmed) =>
  expect(trimCharacters(text, characters)).toBe(trimmed),
);
