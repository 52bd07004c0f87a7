// A text from the university, such as a value of “My data”. If its language differs from that of the page, a `lang`
// attribute names it for screen readers.
import { foreignLanguage } from '@brama/contract/pages/text-language';
import { useLanguage } from '../i18n/use-language.ts';

export function ForeignText({ children }: { children: string }) {
  const lang = foreignLanguage(children, useLanguage());
  return lang === undefined ? children : <span lang={lang}>{children}</span>;
}
