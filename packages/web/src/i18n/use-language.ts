// Returns the language of the page.
import { defaultLanguage, isLanguage, type Language } from '@brama/contract/paths';
import { useTranslation } from 'react-i18next';

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.language) ? i18n.language : defaultLanguage;
}
