// Formats times for pages without JavaScript.

import type { Language } from '@brama/contract/paths';
import { escapeHtml } from '../../pages/escape.ts';

const locales: Record<Language, string> = { uk: 'uk', en: 'en-GB' };

/**
 * Returns the time in the time zone of the university, because the one of the browser is unknown. `iso` is in UTC.
 */
export function localTime(iso: string, language: Language, timeStyle?: 'short'): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeZone: 'Europe/Kyiv',
    ...(timeStyle && { timeStyle }),
  }).format(new Date(iso));
}

/** Returns the sentence as HTML, with `<time>` around the time. */
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
