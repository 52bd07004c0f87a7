// Writes Ukrainian names in Latin letters by resolution 55 of the Cabinet of Ministers of 27 January 2010. Pure. A name that the person has
// in a passport takes precedence; callers mark what this file derives.

/** Letter → Latin letters, and those at the beginning of a word if they differ. */
const table: Record<string, readonly [inside: string, first?: string]> = {
  а: ['a'],
  б: ['b'],
  в: ['v'],
  г: ['h'],
  ґ: ['g'],
  д: ['d'],
  е: ['e'],
  є: ['ie', 'ye'],
  ж: ['zh'],
  з: ['z'],
  и: ['y'],
  і: ['i'],
  ї: ['i', 'yi'],
  й: ['i', 'y'],
  к: ['k'],
  л: ['l'],
  м: ['m'],
  н: ['n'],
  о: ['o'],
  п: ['p'],
  р: ['r'],
  с: ['s'],
  т: ['t'],
  у: ['u'],
  ф: ['f'],
  х: ['kh'],
  ц: ['ts'],
  ч: ['ch'],
  ш: ['sh'],
  щ: ['shch'],
  ь: [''],
  ю: ['iu', 'yu'],
  я: ['ia', 'ya'],
};

/** All that is typed for an apostrophe. It is no letter, and no word begins after it. */
const apostrophes = /['’‘‛ʼʻʽˈ`´′‵ʹ＇]/u;
const hyphens = /[-‐‑‒–—―−﹘﹣－]/u;
/** Stress marks, soft hyphens and invisible characters. */
const ignored = /[\u0300\u0301\u00ad\u200b-\u200d\u2060\ufeff]/gu;

const isLetter = (character: string | undefined) =>
  character !== undefined && /\p{L}/u.test(character);
const isUpper = (character: string | undefined) =>
  character !== undefined && /\p{Lu}/u.test(character);

/** Returns the case of a letter as its neighbours have it: ЩУР → SHCHUR, Щур → Shchur. */
function inCaseOf(latin: string, letters: readonly string[], index: number): string {
  const [letter, next, previous] = [letters[index], letters[index + 1], letters[index - 1]];
  if (!isUpper(letter)) return latin;
  const isInCapitals = next === undefined ? isUpper(previous) : isUpper(next);
  return isInCapitals ? latin.toUpperCase() : latin.slice(0, 1).toUpperCase() + latin.slice(1);
}

/** Returns undefined for a letter that the resolution does not have, such as ы. */
function latinLetter(letters: readonly string[], index: number): string | undefined {
  const letter = letters[index]?.toLowerCase() ?? '';
  // зг is zgh: zh is ж
  if (letter === 'г' && letters[index - 1]?.toLowerCase() === 'з') return 'gh';
  const [inside, first] = Object.hasOwn(table, letter) ? (table[letter] ?? []) : [];
  return index === 0 ? (first ?? inside) : inside;
}

/** Returns undefined for a word with other letters than Ukrainian ones. */
function latinWord(letters: readonly string[]): string | undefined {
  let word = '';
  for (const index of letters.keys()) {
    const latin = latinLetter(letters, index);
    if (latin === undefined) return undefined;
    word += inCaseOf(latin, letters, index);
  }
  return word;
}

/** Divides a text into words with their apostrophes, and what stands between them. */
const partsOf = (text: string) =>
  text.match(/\p{L}(?:['’‘‛ʼʻʽˈ`´′‵ʹ＇]?\p{L}|\p{M})*['’‘‛ʼʻʽˈ`´′‵ʹ＇]?|[^\p{L}]/gu) ?? [];

function latinPart(part: string): string | undefined {
  if (!isLetter(part[0])) return hyphens.test(part) ? '-' : apostrophes.test(part) ? '' : part;
  if (/^[\p{Script=Latin}\p{M}\P{L}]+$/u.test(part)) return part;
  return latinWord([...part].filter((character) => !apostrophes.test(character)));
}

/**
 * Returns the name in Latin letters; words that are Latin already stay. Returns undefined if the resolution has no rule for a letter, or a
 * word mixes both alphabets.
 */
export function latinName(name: string): string | undefined {
  const parts = partsOf(name.normalize('NFC').replaceAll(ignored, '')).map(latinPart);
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}
