// Keeps the language of the page for the next visit, where the full application looks for it.
import { type Language, languageCookie, languageStorageKey } from '@brama/contract/paths';

export const languageMemorySeconds = 365 * 24 * 60 * 60;

/** As the server names it: it is reached by https where our address is one. */
export const secure = location.protocol === 'https:';

export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${languageCookie(secure)}=${language}; path=/; max-age=${languageMemorySeconds}; samesite=lax${secure ? '; secure' : ''}`;
  try {
    localStorage.setItem(languageStorageKey, language);
  } catch {
    // storage switched off: the cookie is enough
  }
}
