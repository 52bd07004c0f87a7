// Formats a date: «21 листопада 2026 р.», “21 November 2026”.
import type { Language } from '@brama/contract/paths';

const locales = { uk: 'uk-UA', en: 'en-GB' } as const;

/** `day` is a calendar date such as `2026-11-21`, independent of the reader’s time zone. */
export function longDate(day: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
}
