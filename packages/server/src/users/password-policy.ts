// Which passwords may be chosen (NIST SP 800-63B-4 §3.1.1.2): long ones, of whatever characters, that are not among the
// first to be guessed. Pure: the list of common ones is handed in. Passwords that exist are never judged.

import type { PasswordIssue } from '@brama/contract/sign-in/password/issues';
import { maxPasswordLength } from '@brama/contract/sign-in/schemas';
import { searchKey } from './user.ts';

export type PasswordPolicy = {
  /** Characters, as Unicode counts them. */
  least: number;
  /** Names of the user, the organisation and this service, as they are written. */
  names: readonly string[];
  /** In the form of `searchKey`. */
  common: ReadonlySet<string>;
};

/** Shorter names stand in many words by chance. */
const leastName = 3;
const leastCommon = 4;
/** With fewer different characters, or unbroken runs of them, it is soon guessed whatever its length. */
const leastDifferent = 4;
const leastRuns = 4;

/**
 * One form for one password, from whatever keyboard (RFC 8265 §4.2.1, OpaqueString): letters put together, every
 * kind of space a plain one. Case stays.
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

/** Goes on as a run does: the same again, the next of an alphabet, the next key. */
function goesOn(one: string, next: string): boolean {
  const step = Math.abs((one.codePointAt(0) ?? 0) - (next.codePointAt(0) ?? 0));
  return step <= 1 || neighbours.has(one + next);
}

function runsIn(characters: readonly string[]): number {
  return characters.filter((next, index) => !goesOn(characters[index - 1] ?? '', next)).length;
}

/** How long the piece is that the whole consists of, once after the other. */
function pieceOf(characters: readonly string[]): number {
  for (let size = 1; size <= characters.length / 2; size += 1)
    if (characters.every((one, index) => index < size || one === characters[index - size]))
      return size;
  return characters.length;
}

function isRepeated(characters: readonly string[], least: number): boolean {
  return (
    new Set(characters).size < leastDifferent ||
    runsIn(characters) < leastRuns ||
    pieceOf(characters) < least
  );
}

const lettersOf = (text: string) => searchKey(text).replaceAll(/\P{L}/gu, '');

/** Each name as a whole and each of its parts, letters only. */
function piecesOf(names: readonly string[]): string[] {
  const parts = names.flatMap((name) => [
    lettersOf(name),
    ...name.split(/[^\p{L}\p{M}’ʼ']+/u).map(lettersOf),
  ]);
  return [...new Set(parts)].filter((part) => part.length >= leastName);
}

/** Nothing but these pieces, one after the other. */
function consistsOf(text: string, pieces: readonly string[]): boolean {
  const reached = [true];
  for (let end = 1; end <= text.length; end += 1)
    reached[end] = pieces.some((piece) => reached[end - piece.length] && text.endsWith(piece, end));
  return text !== '' && reached[text.length] === true;
}

/** It makes up a third or more: what is put around it is an ornament. */
const isMost = (part: string, whole: string) => part.length * 3 >= whole.length;

function isOwnName(key: string, names: readonly string[]): boolean {
  const letters = lettersOf(key);
  return isMost(letters, key) && consistsOf(letters, piecesOf(names));
}

/** The whole, and what is left without some of the digits and signs around it. */
function stemsOf(key: string): string[] {
  const end = key.replace(/\P{L}+$/u, '').length;
  const stems: string[] = [];
  for (const from of [0, key.search(/\p{L}/u)])
    for (let to = key.length; to >= Math.max(end, from + leastCommon); to -= 1)
      stems.push(key.slice(Math.max(from, 0), to));
  return stems.filter((stem) => isMost(stem, key));
}

/** Why this password may not be chosen; nothing where it may. */
export function validatePassword(typed: string, policy: PasswordPolicy): PasswordIssue | undefined {
  const password = normalizePassword(typed);
  if (typed.length > maxPasswordLength || password.length > maxPasswordLength) return 'too-long';
  if ([...password].length < policy.least) return 'too-short';
  const key = searchKey(password);
  if (isRepeated([...key], policy.least)) return 'repeated';
  if (isOwnName(key, policy.names)) return 'own-name';
  return stemsOf(key).some((stem) => policy.common.has(stem)) ? 'common' : undefined;
}
