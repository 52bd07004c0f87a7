// Stores the language of the page for the next visit.
import { type Language, languageCookie, languageStorageKey } from '@brama/contract/paths';

const languageMemorySeconds = 365 * 24 * 60 * 60;

/** Whether cookies are `secure`. The server decides in the same way, by the scheme of its address. */
const secure = location.protocol === 'https:';

export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${languageCookie(secure)}=${language}; path=/; max-age=${languageMemorySeconds}; samesite=lax${secure ? '; secure' : ''}`;
  try {
    localStorage.setItem(languageStorageKey, language);
  } catch {
    // storage is blocked; the cookie is enough
  }
}
