// The language of a text that the university gave: screen readers read it with the voice of that language. Light on
// purpose: pages import it.
import type { Language } from '../paths.ts';

/** Returns the language of a text that is not in the language of its page, and undefined for all other texts. */
export function foreignLanguage(text: string, pageLanguage: Language): Language | undefined {
  return pageLanguage !== 'uk' && /\p{Script=Cyrillic}/u.test(text) ? 'uk' : undefined;
}
