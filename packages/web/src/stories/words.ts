// The words of all namespaces, from the sources.

import type { Words, WordsByNamespace } from '@brama/contract/pages/words';
import type { Language } from '@brama/contract/paths';
import { mergeWords } from '../i18n/merge-words.ts';

// Vite reads the options from the source, so they are literals
const files = import.meta.glob<Words>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
});
const errorCodes = import.meta.glob<Record<Language, Words>>('../../locales/error-codes.json', {
  eager: true,
  import: 'default',
});
const methods = import.meta.glob<Record<Language, Words>>('../sign-in/*/words.json', {
  eager: true,
  import: 'default',
});

export function wordsOf(language: Language): WordsByNamespace {
  const namespaces = Object.entries(files).flatMap(([path, words]) => {
    const [name = '', folder] = path.split('/').reverse();
    return folder === language ? [[name.replace('.json', ''), words] as const] : [];
  });
  const codes = Object.values(errorCodes).map((words) => ({ errors: { codes: words[language] } }));
  const added = Object.values(methods).map((words) => words[language]);
  return mergeWords(Object.fromEntries(namespaces), ...codes, ...added) as WordsByNamespace;
}
