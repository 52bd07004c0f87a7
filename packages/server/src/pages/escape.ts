// Escapes text for HTML that the server writes itself.

import { foreignLanguage } from '@brama/contract/pages/text-language';
import type { Language } from '@brama/contract/paths';

const forHtml: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => forHtml[character] ?? '');
}

/** Returns the text as HTML, with a `lang` attribute if its language differs from the page. */
export function foreignHtml(text: string, pageLanguage: Language): string {
  const lang = foreignLanguage(text, pageLanguage);
  const html = escapeHtml(text);
  return lang === undefined ? html : `<span lang="${lang}">${html}</span>`;
}
