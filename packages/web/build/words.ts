// Reads the words of the pages: `locales/{language}/{namespace}.json`, the texts of error codes, and the words that each
// sign-in method adds to namespaces.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { methodIds } from '@brama/contract/pages/login-page';
import type { Words } from '@brama/contract/pages/words';
import type { Language } from '@brama/contract/paths';
import { mergeWords } from '../src/i18n/merge-words.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Returns the words of all namespaces. */
export function readWords(language: Language): Record<string, Words> {
  const files = readdirSync(join(root, 'locales', language)).sort();
  const namespaces = files.map((file) => [
    basename(file, '.json'),
    read(`locales/${language}/${file}`),
  ]);
  const methods = methodIds.map((id) => read(`src/sign-in/${id}/words.json`)[language]);
  const codes = read('locales/error-codes.json')[language];
  const words = mergeWords(Object.fromEntries(namespaces), { errors: { codes } }, ...methods);
  return words as Record<string, Words>;
}
