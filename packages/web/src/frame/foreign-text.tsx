// A text from the university, such as a value of “My data”. If its language differs from that of the page, a `lang`
// attribute names it for screen readers.
import type { Language } from '@brama/contract/paths';
import { useLanguage } from '../i18n/use-language.ts';

/** Returns the language of a text that is not in the language of its page, and undefined for all other texts. */
export function foreignLanguage(text: string, pageLanguage: Language): Language | undefined {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
  if (pageLanguage !== 'uk') return isCyrillic ? 'uk' : undefined;
  return !isCyrillic && /\p{Script=Latin}/u.test(text) ? 'en' : undefined;
}

export function ForeignText({ children }: { children: string }) {
  const lang = foreignLanguage(children, useLanguage());
  return lang === undefined ? children : <span lang={lang}>{children}</span>;
}
