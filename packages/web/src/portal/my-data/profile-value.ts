// Formats values of “My data”: ISO dates in the language of the page, other values unchanged.
import type { Language } from '@brama/contract/paths';
import { useLanguage } from '../../i18n/use-language.ts';
import { useWithoutScript } from '../without-script.tsx';

const locales: Record<Language, string> = { uk: 'uk', en: 'en-GB' };
const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Returns the moment of an ISO date, or undefined for other text and for days that do not exist. */
function momentOf(value: string): Date | undefined {
  if (!isoDate.test(value) && !isoTime.test(value)) return undefined;
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
  // Date parses 31 February as 3 March
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(value.slice(0, 10)))
    return undefined;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/**
 * Returns the text to show. `timeZone` defaults to the browser's; a date without a time is the same in every zone.
 */
export function profileText(value: string, language: Language, timeZone?: string): string {
  const moment = momentOf(value);
  if (!moment) return value;
  const format: Intl.DateTimeFormatOptions = isoDate.test(value)
    ? { dateStyle: 'long', timeZone: 'UTC' }
    : { dateStyle: 'long', timeStyle: 'short', ...(timeZone === undefined ? {} : { timeZone }) };
  return new Intl.DateTimeFormat(locales[language], format).format(moment);
}

/**
 * Returns the function that formats values. The server does not know the time zone of the browser, so pages without JavaScript use the
 * one of the university.
 */
export function useValueText(): (value: string) => string {
  const language = useLanguage();
  const timeZone = useWithoutScript() ? 'Europe/Kyiv' : undefined;
  return (value) => profileText(value, language, timeZone);
}
