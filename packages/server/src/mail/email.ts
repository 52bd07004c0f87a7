// An email and its text and HTML forms: at most one link, no pictures, no tracking.

import { escapeHtml } from '@brama/contract/escape-html';
import type { Language } from '@brama/contract/paths';

export type Email = {
  language: Language;
  to: string;
  subject: string;
  /** A paragraph is a text or a link. */
  paragraphs: readonly (string | { label: string; href: string })[];
};

export function textOf({ paragraphs }: Email): string {
  const parts = paragraphs.map((one) =>
    typeof one === 'string' ? one : `${one.label}:\n${one.href}`,
  );
  return `${parts.join('\n\n')}\n`;
}

export function htmlOf({ paragraphs, language, subject }: Email): string {
  const parts = paragraphs.map((one) =>
    typeof one === 'string'
      ? `<p>${escapeHtml(one)}</p>`
      : `<p><a href="${escapeHtml(one.href)}">${escapeHtml(one.label)}</a></p>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="font-family:sans-serif;line-height:1.5;max-width:36em">${parts.join('')}</body></html>`;
}

/** Characters that could begin a header, a second address or a display name. */
const forbidden = /[\s<>,;:"()[\]\\\p{Cc}]/u;

/** Returns whether the text is exactly one address. */
export function isAddress(text: string): boolean {
  const parts = text.split('@');
  return text.length <= 254 && parts.length === 2 && !parts.includes('') && !forbidden.test(text);
}
