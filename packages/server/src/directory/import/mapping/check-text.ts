// Checks a text that a file gives for a field, before the rules of the field. Finds what a form would not contain: letters that look alike,
// invisible characters, and texts that another program has damaged. Pure.

import type { FieldReason } from '@brama/contract/admin/imports/codes';

const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** They hide in a copied name, or turn the text around it. */
const invisible = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/u;
/** Characters that were lost in a wrong encoding. */
const lost = /\u{fffd}|\?{3}/u;
/** UTF-8 that was read as Windows-1251: «РЁРµРІ» for «Шев». */
const misread = /(?:[РС][\u00a0-\u00bf\u0402-\u040f\u0452-\u045fЁёЄєЇїІіҐґ‘-„†-•…‰‹›€№™–—]){3}/u;

const words = /\p{L}[\p{L}\p{M}]*/gu;
const cyrillic = /\p{Script=Cyrillic}/u;
const latin = /\p{Script=Latin}/u;
const greek = /\p{Script=Greek}/u;

/** Returns whether a word has letters of two of the alphabets whose letters look alike. */
const hasMixedScripts = (text: string) =>
  text
    .match(words)
    ?.some((word) => [cyrillic, latin, greek].filter((script) => script.test(word)).length > 1) ??
  false;

/** Returns why the text is not accepted for any field. */
export function rejectedText(text: string): FieldReason | undefined {
  if (/[\r\n\u2028\u2029]/.test(text)) return 'line-break';
  if (unprintable.test(text) || invisible.test(text)) return 'invisible-character';
  if (lost.test(text) || misread.test(text)) return 'damaged-text';
  return hasMixedScripts(text) ? 'mixed-scripts' : undefined;
}
