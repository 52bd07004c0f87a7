// A text that the university gave, marked with its language where that is not the language of the page.
import { foreignLanguage } from '@brama/contract/pages/text-language';
import { useLanguage } from '../i18n/use-language.ts';

export function ForeignText({ children }: { children: string }) {
  const lang = foreignLanguage(children, useLanguage());
  return lang === undefined ? children : <span lang={lang}>{children}</span>;
}
