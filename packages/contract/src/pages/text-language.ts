// Detects the language of a text that the administrator supplies, so that screen readers use the right voice. Imports
// only types, because pages must stay small.
import type { Language } from '../paths.ts';

/** Returns the language of a text that is not in the language of its page, and undefined for all other texts. */
export function foreignLanguage(text: string, pageLanguage: Language): Language | undefined {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
  if (pageLanguage !== 'uk') return isCyrillic ? 'uk' : undefined;
  return !isCyrillic && /\p{Script=Latin}/u.test(text) ? 'en' : undefined;
}
