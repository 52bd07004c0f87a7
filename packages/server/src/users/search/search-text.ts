// The normal forms by which users are found and sorted by name, and the parts of a search. Pure: both databases only compare
// these texts.

import { fieldsWith, type UserFacts } from '@brama/contract/users/fields';
import { inOtherLayout } from './layouts.ts';

/** Letters that Unicode does not take apart. */
const plainLetters: Record<string, string> = {
  ґ: 'г',
  ё: 'е',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

const apostrophes = /['"`´ʹʻʼʽˈ‘’‛“”„«»′\p{Cf}]/gu;
const joiners = /[\p{Pd}−/]/u;
const betweenWords = /[\s\p{Cc}\ufffd,;:()[\]{}<>|\\]+/u;

/** Returns the text in lower case, without apostrophes and marks of Latin letters, and with г for ґ. */
function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .replaceAll(apostrophes, '')
    .replaceAll(/[ґёłøđðıßæœ]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Returns the words of the text. A word with a hyphen is its parts, and for texts that are stored also the parts together. */
function wordsOf(text: string, isStored: boolean): string[] {
  return fold(text)
    .split(betweenWords)
    .flatMap((word) => {
      const parts = word.split(joiners);
      return isStored && parts.length > 1 ? [...parts, parts.join('')] : parts;
    })
    .filter((word) => word !== '');
}

/** Two spaces stand before each word, so that even the first letter of a word belongs to three characters in a row. */
const wordStart = '  ';

export const searchedFields = fieldsWith('searched', true);
export type SearchedUser = Pick<UserFacts, (typeof searchedFields)[number]>;

/** Returns the text that a search compares: the words of all names and numbers of the user. */
export function searchTextOf(user: SearchedUser): string {
  const words = new Set(searchedFields.flatMap((name) => wordsOf(user[name] ?? '', true)));
  return [...words].map((word) => wordStart + word).join('');
}

/**
 * Returns the alternatives of a search: the typed text, and the same keys in the other layout. A text must contain all parts of one
 * alternative. One or two characters are the beginning of a word. Returns none if nothing was typed to search for.
 */
export function partsOfSearch(typed: string): readonly (readonly string[])[] {
  const alternatives = [typed, inOtherLayout(typed)].map((text) =>
    [...new Set(wordsOf(text, false))].map((word) =>
      [...word].length < 3 ? wordStart + word : word,
    ),
  );
  const [own = [], other = []] = alternatives;
  if (own.length === 0) return [];
  const isSame = own.join('\n') === other.join('\n');
  return (isSame ? [own] : [own, other]).filter((parts) => parts.length > 0);
}

const alphabet = 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя';
/** Code points in the order of the Ukrainian alphabet; Cyrillic letters of other alphabets stand after it. */
const sortedLetters = new Map(
  [...alphabet].map((letter, index) => [letter, String.fromCodePoint(0x430 + index)]),
);
for (const [index, letter] of [...'ыэъ'].entries())
  sortedLetters.set(letter, String.fromCodePoint(0x460 + index));

const maxSortLength = 200;

/** Returns the text by which users are sorted by name, character by character. */
export function sortKeyOfName(fullName: string): string {
  const folded = fold(fullName.replaceAll(/ґ/gi, '\u{e000}')).replaceAll(/\s+/g, ' ').trim();
  const sorted = Array.from(folded, (letter) => {
    const known = letter === '\u{e000}' ? 'ґ' : letter;
    return sortedLetters.get(known) ?? known;
  });
  return sorted.slice(0, maxSortLength).join('');
}
