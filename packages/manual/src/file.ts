// The file name of the manual.
import { defaultLanguage, type Language } from '@brama/contract/paths';

/** Adds the language to the name, except for the default language. */
export function manualFile(language: Language): string {
  return `integration_manual${language === defaultLanguage ? '' : `_${language}`}.pdf`;
}
