// The words of all translation files, from the sources.
import type { Language } from '@brama/contract/paths';
import type { Resource } from 'i18next';
import { namespaces } from '../i18n/namespaces.ts';

const files = import.meta.glob<Resource[string][string]>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
});

export function wordsOf(language: Language): Resource[string] {
  return Object.fromEntries(
    namespaces.map((name) => [name, files[`../../locales/${language}/${name}.json`] ?? {}]),
  );
}
