// What the file of the manual is called.
import { defaultLanguage, type Language } from '@brama/contract/paths';

/** In the default language the plain name. */
export function manualFile(language: Language): string {
  return `integration_manual${language === defaultLanguage ? '' : `_${language}`}.pdf`;
}
