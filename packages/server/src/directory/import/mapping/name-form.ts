// The form in which names of sources are stored. Systems and keyboards write one name with several kinds of apostrophes, hyphens and
// spaces; two such names are equal. Pure.

/** All that is typed for an apostrophe. */
const apostrophes = /['’‘‛ʼʻʽˈ`´′‵ʹ＇]/gu;
const hyphens = /[-‐‑‒–—―−﹘﹣－]/gu;

/** Returns the name in NFC with ’ (U+2019), with - and with single spaces. */
export const nameForm = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(apostrophes, '’')
    .replaceAll(hyphens, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Returns whether two names differ only in kinds of characters. */
export const isSameName = (one: string, other: string): boolean =>
  nameForm(one) === nameForm(other);
