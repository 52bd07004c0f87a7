// i18next for pages that contain their texts: nothing is fetched and nothing waits.
import { defaultLanguage, type Language } from '@brama/contract/paths';
import { createInstance, type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';

export function inlinedI18n(language: Language, words: Resource): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    initAsync: false,
    lng: language,
    fallbackLng: defaultLanguage,
    ns: Object.keys(words[language] ?? {}),
    defaultNS: 'common',
    resources: words,
    // React escapes what it renders
    interpolation: { escapeValue: false },
  });
  return instance;
}
