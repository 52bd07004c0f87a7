// Makes text safe where the server puts it into HTML itself.

import { foreignLanguage } from '@brama/contract/pages/text-language';
import type { Language } from '@brama/contract/paths';

const forHtml: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => forHtml[character] ?? '');
}

/** Returns HTML in which a text has its language where that is not the language of the page. */
export function foreignHtml(text: string, pageLanguage: Language): string {
  const lang = foreignLanguage(text, pageLanguage);
  const html = escapeHtml(text);
  return lang === undefined ? html : `<span lang="${lang}">${html}</span>`;
}
