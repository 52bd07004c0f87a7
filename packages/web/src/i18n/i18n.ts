// i18next for the application. The language comes from the path and the texts of the first page come with it; further
// texts are fetched.
import {
  defaultLanguage,
  languageCookie,
  languageStorageKey,
  languages,
} from '@brama/contract/paths';
import i18next, { type Resource } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { languageMemorySeconds, secure } from './remember-language.ts';

const development = import.meta.env.DEV;

/** Resolves when the texts that every page needs are loaded. `words`: the texts in the HTML of the page. */
export function startI18n(words: Resource): Promise<unknown> {
  return i18next
    .use(HttpBackend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      debug: development,
      saveMissing: development,
      supportedLngs: languages,
      fallbackLng: defaultLanguage,
      ns: ['common', 'errors'],
      resources: words,
      partialBundledLanguages: true,
      defaultNS: 'common',
      // React escapes what it renders
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      backend: {
        loadPath: '/locales/{{lng}}/{{ns}}.json',
        ...(development ? { addPath: '/locales/add/{{lng}}/{{ns}}' } : {}),
      },
      detection: {
        order: ['path', 'cookie', 'localStorage'],
        caches: ['cookie', 'localStorage'],
        lookupFromPathIndex: 0,
        lookupCookie: languageCookie(secure),
        lookupLocalStorage: languageStorageKey,
        cookieMinutes: languageMemorySeconds / 60,
        cookieOptions: { path: '/', sameSite: 'lax', secure },
      },
    });
}
