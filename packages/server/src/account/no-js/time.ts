// A moment in a sentence of a page without JavaScript.

import type { Language } from '@brama/contract/paths';
import { escapeHtml } from '../../pages/escape.ts';

const locales: Record<Language, string> = { uk: 'uk', en: 'en-GB' };

/** The clock of this browser is not known: as the university counts. `iso` in UTC. */
export function localTime(iso: string, language: Language, timeStyle?: 'short'): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeZone: 'Europe/Kyiv',
    ...(timeStyle && { timeStyle }),
  }).format(new Date(iso));
}

/** HTML: the sentence with the moment in it, in which `<time>` stands around the moment. */
export function timed(
  sentence: (when: string) => string,
  iso: string,
  language: Language,
  timeStyle?: 'short',
): string {
  return escapeHtml(sentence(localTime(iso, language, timeStyle)))
    .replace('&lt;time&gt;', `<time datetime="${escapeHtml(iso)}">`)
    .replace('&lt;/time&gt;', '</time>');
}
