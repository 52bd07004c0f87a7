// Formats a time of the policy or of new codes: date, hours and minutes.

import type { Language } from '@brama/contract/paths';

const locales = { uk: 'uk-UA', en: 'en-GB' } as const;

/** `at`: ISO 8601. Without a time zone, that of the browser. */
export function moment(at: string, language: Language, timeZone: string | undefined): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const format = { dateStyle: 'long', timeStyle: 'short', ...zone } as const;
  return new Intl.DateTimeFormat(locales[language], format).format(new Date(at));
}
