// Translates on the server, with the texts of the web application: sentences with values, and emails.

import { Texts, type Values, type WordsByNamespace } from '@brama/contract/pages/words';
import { type Language, languages } from '@brama/contract/paths';
import type { TFunction } from 'i18next';

const namespaces = [
  'admin-errors',
  'common',
  'interaction',
  'apps',
  'errors',
  'login',
  'mail',
  'password',
  'profile',
  'second-factor',
  'second-factor-set-up',
  'setup',
] as const;

type Translation = TFunction<typeof namespaces>;

/** Returns the translations of one language. A key begins with its namespace. */
export type Translate = (language: Language) => Translation;

/** `words` returns one translation file. */
export function createTranslate(
  words: (language: Language, namespace: string) => unknown,
): Translate {
  const inLanguage = (language: Language): Translation => {
    const own = Object.fromEntries(namespaces.map((one) => [one, words(language, one)]));
    const texts = new Texts(language, own as WordsByNamespace);
    return ((key: string, values?: Values) => texts.text(key, values)) as unknown as Translation;
  };
  const all = Object.fromEntries(languages.map((one) => [one, inLanguage(one)]));
  return (language) => all[language] as Translation;
}
