// A letter as we write it, and as text and HTML. No picture, no tracking, one link at most.

import type { Language } from '@brama/contract/paths';

export type Email = {
  language: Language;
  to: string;
  subject: string;
  /** In this order; the one that is the link's label is given with it. */
  paragraphs: readonly (string | { label: string; href: string })[];
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? '');

export function textOf({ paragraphs }: Email): string {
  const parts = paragraphs.map((one) =>
    typeof one === 'string' ? one : `${one.label}:\n${one.href}`,
  );
  return `${parts.join('\n\n')}\n`;
}

export function htmlOf({ paragraphs, language, subject }: Email): string {
  const parts = paragraphs.map((one) =>
    typeof one === 'string'
      ? `<p>${escaped(one)}</p>`
      : `<p><a href="${escaped(one.href)}">${escaped(one.label)}</a></p>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body style="font-family:sans-serif;line-height:1.5;max-width:36em">${parts.join('')}</body></html>`;
}

/** What could begin a header, a second address or a name. */
const foreign = /[\s<>,;:"()[\]\\\p{Cc}]/u;

/** One address and nothing else. */
export function isAddress(text: string): boolean {
  const parts = text.split('@');
  return text.length <= 254 && parts.length === 2 && !parts.includes('') && !foreign.test(text);
}
