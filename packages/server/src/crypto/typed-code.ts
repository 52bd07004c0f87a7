// Secret codes that users type, such as `ABCDE-FGHJK`: 50 random bits. They are short, so only keyed hashes of them are stored,
// and attempts are limited.

import { createHmac, type KeyObject, randomInt } from 'node:crypto';

/** Without characters that look alike: 0 and O, 1 and I. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const groupLength = 5;
const maxTypedLength = 64;

/** Cyrillic letters that look like Latin ones: users type a code in either keyboard layout. */
const lookalikes: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
};

const newGroup = () =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns a new code, with a hyphen in its middle. */
export function newTypedCode(): string {
  return `${newGroup()}-${newGroup()}`;
}

/** Users type codes in any case, with or without spaces and hyphens. */
function normalized(typed: string): string {
  const letters = typed.slice(0, maxTypedLength).normalize('NFKC').toUpperCase();
  return [...letters]
    .map((letter) => lookalikes[letter] ?? letter)
    .filter((letter) => alphabet.includes(letter))
    .join('');
}

/** Returns the hash of the code of a user, however the user types it. */
export function hashTypedCode(key: KeyObject, userId: string, typed: string): string {
  return createHmac('sha256', key)
    .update(`${userId} ${normalized(typed)}`)
    .digest('base64url');
}
