// Makes usernames of names by a rule such as `{given}.{family}`. Pure. Which usernames are taken, or were once, is known to the caller.

import { type usernamePartNames, usernamePlaceholder } from '@brama/contract/admin/imports/columns';
import { mayBeUsername } from '@brama/contract/users/fields';
import { latinName } from './latin-name.ts';

/** What a rule may use, in any script. */
export type UsernameParts = { [Name in (typeof usernamePartNames)[number]]?: string | undefined };

/** Beyond this length of the whole, parts of a rule are of no use. */
const maxLength = 64;

/** Letters that have no mark to remove. */
const plain: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Returns small letters and digits of ASCII with . _ - between them; undefined if a letter has no Latin form. */
function asciiOf(text: string): string | undefined {
  const latin = latinName(text.trim());
  const folded = latin
    ?.toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łøđðþßæœı]/gu, (letter) => plain[letter] ?? '');
  if (folded === undefined || /[^\0-\x7f]/.test(folded.replaceAll(/[^\p{L}]/gu, '')))
    return undefined;
  return folded
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z0-9._-]/g, '')
    .replaceAll(/^[._-]+|[._-]+$/g, '');
}

/** Returns the username before a number; undefined if a part is missing or has no Latin form. */
export function usernameBase(rule: string, parts: UsernameParts): string | undefined {
  let isMissing = false;
  const name = rule.replaceAll(
    usernamePlaceholder,
    (_, part: keyof UsernameParts, length?: string) => {
      const text = asciiOf(parts[part] ?? '');
      if (!text) isMissing = true;
      return length === undefined ? (text ?? '') : (text ?? '').slice(0, Number(length));
    },
  );
  const base = name.slice(0, maxLength).replaceAll(/[._-]+$/g, '');
  return isMissing || !mayBeUsername(base) ? undefined : base;
}
