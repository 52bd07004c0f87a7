// Translates on the server, with the texts of the web application: sentences with values, and emails.

import { defaultLanguage, type Language, languages } from '@brama/contract/paths';
import { createInstance, type TFunction } from 'i18next';

const namespaces = [
  'common',
  'interaction',
  'apps',
  'errors',
  'login',
  'mail',
  'password',
  'profile',
] as const;

type Words = TFunction<typeof namespaces>;

/** Returns the translations of one language. A key begins with its namespace. */
export type Translate = (language: Language) => Words;

/** `words` returns one translation file. */
export function createTranslate(
  words: (language: Language, namespace: string) => unknown,
): Translate {
  const resourcesOf = (language: Language) =>
    Object.fromEntries(namespaces.map((namespace) => [namespace, words(language, namespace)]));
  const i18n = createInstance();
  void i18n.init({
    initAsync: false,
    fallbackLng: defaultLanguage,
    ns: [...namespaces],
    defaultNS: 'common',
    resources: Object.fromEntries(languages.map((one) => [one, resourcesOf(one)])) as never,
    // React and our own templates escape values in HTML
    interpolation: { escapeValue: false },
  });
  const fixed = Object.fromEntries(
    languages.map((one) => [one, i18n.getFixedT(one, namespaces)]),
  ) as Record<Language, Words>;
  return (language) => fixed[language];
}
