// Returns the language of the page.
import type { Language } from '@brama/contract/paths';
import { useTexts } from './use-translation.ts';

export function useLanguage(): Language {
  return useTexts().language;
}
