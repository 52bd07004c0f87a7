// The rules for new passwords (NIST SP 800-63B-4 §3.1.1.2): long, of any characters, and hard to guess. Pure: the caller
// passes the list of common passwords. Existing passwords are not checked.

import { searchKey } from '@brama/contract/sign-in/login-name';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import { maxPasswordLength } from '@brama/contract/sign-in/password/schemas';

export type PasswordPolicy = {
  /** In Unicode characters. */
  minLength: number;
  /** Names of the user, the organisation and this service, in their usual spelling. */
  names: readonly string[];
  /** As search keys. */
  common: ReadonlySet<string>;
};

/** Shorter names are part of many words by chance. */
const minNameLength = 3;
const minCommonLength = 4;
/** Passwords with fewer different characters, or fewer runs, are guessed soon, whatever their length. */
const minDifferent = 4;
const minRuns = 4;

/**
 * Returns the same form of a password for every keyboard (RFC 8265 §4.2.1, OpaqueString): composed letters, and a plain
 * space for every kind of space. Keeps the case.
 */
export function normalizePassword(typed: string): string {
  return typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}

const rows = [
  '`1234567890-=',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'йцукенгшщзхї',
  'фівапролджє',
  'ячсмитьбю',
];
const neighbours = new Set(
  rows.flatMap((row) =>
    [...row].slice(1).flatMap((key, index) => [`${row[index]}${key}`, `${key}${row[index]}`]),
  ),
);

/** Returns whether a run continues: the same character, the next one of an alphabet, or the next key. */
function continuesRun(one: string, next: string): boolean {
  const step = Math.abs((one.codePointAt(0) ?? 0) - (next.codePointAt(0) ?? 0));
  return step <= 1 || neighbours.has(one + next);
}

function runsIn(characters: readonly string[]): number {
  return characters.filter((next, index) => !continuesRun(characters[index - 1] ?? '', next))
    .length;
}

/** Returns the length of the shortest part that, repeated, makes up the whole. */
function periodOf(characters: readonly string[]): number {
  for (let size = 1; size <= characters.length / 2; size += 1)
    if (characters.every((one, index) => index < size || one === characters[index - size]))
      return size;
  return characters.length;
}

function isRepeated(characters: readonly string[], minLength: number): boolean {
  return (
    new Set(characters).size < minDifferent ||
    runsIn(characters) < minRuns ||
    periodOf(characters) < minLength
  );
}

const lettersOf = (text: string) => searchKey(text).replaceAll(/\P{L}/gu, '');

/** Returns each name and each of its parts, letters only. */
function partsOf(names: readonly string[]): string[] {
  const parts = names.flatMap((name) => [
    lettersOf(name),
    ...name.split(/[^\p{L}\p{M}’ʼ']+/u).map(lettersOf),
  ]);
  return [...new Set(parts)].filter((part) => part.length >= minNameLength);
}

/** Returns whether the text is a sequence of these parts. */
function consistsOf(text: string, parts: readonly string[]): boolean {
  const reached = [true];
  for (let end = 1; end <= text.length; end += 1)
    reached[end] = parts.some((part) => reached[end - part.length] && text.endsWith(part, end));
  return text !== '' && reached[text.length] === true;
}

/** Returns whether a part makes up a third or more of the password. Additions around it do not make it safe. */
const isMost = (part: string, whole: string) => part.length * 3 >= whole.length;

function isOwnName(key: string, names: readonly string[]): boolean {
  const letters = lettersOf(key);
  return isMost(letters, key) && consistsOf(letters, partsOf(names));
}

/** Returns the password with some or all of the digits and signs around its letters removed. */
function stemsOf(key: string): string[] {
  const end = key.replace(/\P{L}+$/u, '').length;
  const stems: string[] = [];
  for (const from of [0, key.search(/\p{L}/u)])
    for (let to = key.length; to >= Math.max(end, from + minCommonLength); to -= 1)
      stems.push(key.slice(Math.max(from, 0), to));
  return stems.filter((stem) => isMost(stem, key));
}

/** Returns why the password may not be chosen, or undefined. */
export function validatePassword(typed: string, policy: PasswordPolicy): PasswordIssue | undefined {
  const password = normalizePassword(typed);
  if (typed.length > maxPasswordLength || password.length > maxPasswordLength) return 'too-long';
  if ([...password].length < policy.minLength) return 'too-short';
  const key = searchKey(password);
  if (isRepeated([...key], policy.minLength)) return 'repeated';
  if (isOwnName(key, policy.names)) return 'own-name';
  return stemsOf(key).some((stem) => policy.common.has(stem)) ? 'common' : undefined;
}
