// i18next for the sign-in page: the words come with the page, so nothing is fetched and nothing waits.
import { defaultLanguage, type Language } from '@brama/contract/paths';
import { createInstance, type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';

export type LoginWords = Resource[string];

export const loginNamespaces = ['common', 'login'] as const;

export function loginI18n(language: Language, words: LoginWords): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    initAsync: false,
    lng: language,
    fallbackLng: defaultLanguage,
    ns: loginNamespaces,
    defaultNS: 'common',
    resources: { [language]: words },
    // React escapes what it renders
    interpolation: { escapeValue: false },
  });
  return instance;
}
