// The name of a user in the language of a page. Pure.

import type { Language } from '../paths.ts';

type Names = { fullName: string; fullNameEn: string | null };

/** Returns the Latin spelling for English pages, if the record has one. */
export function fullNameIn(language: Language, { fullName, fullNameEn }: Names): string {
  return (language === 'en' && fullNameEn) || fullName;
}
