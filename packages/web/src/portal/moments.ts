// Short forms of moments on the account page: “5 minutes ago”, “today, 14:05”, “18 November, 14:05”, and the day as a heading.

import type { Language } from '@brama/contract/paths';
import { useEffect, useState } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { profileText } from './my-data/profile-value.ts';
import { useWithoutScript } from './without-script.tsx';

const locales: Record<Language, string> = { uk: 'uk', en: 'en-GB' };
const minuteMs = 60_000;

/** Where and when the reader is. `timeZone` is undefined for the browser's. */
export type Reader = { language: Language; now: number; timeZone: string | undefined };

/** Returns the year and the day in the time zone, as `2026-11-18`. */
function dayOf(at: number, { timeZone }: Reader): string {
  const format = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
  return new Intl.DateTimeFormat('en-CA', format).format(at);
}

/** Returns how many days ago, by the calendar. */
function daysAgo(at: number, reader: Reader): number {
  const [then, today] = [at, reader.now].map((one) => Date.parse(dayOf(one, reader)));
  return Math.round(((today ?? 0) - (then ?? 0)) / (24 * 60 * minuteMs));
}

/** Returns “today”, “yesterday”, or a date, which has its year only if that is another one. */
function dayText(at: number, reader: Reader): string {
  const { language, timeZone } = reader;
  const days = daysAgo(at, reader);
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' }).format(-days, 'day');
  const isThisYear = dayOf(at, reader).slice(0, 4) === dayOf(reader.now, reader).slice(0, 4);
  return new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone,
  }).format(at);
}

/** Returns the day as a heading, and a key that equal days share. */
export function dayHeading(at: string, reader: Reader): { key: string; text: string } {
  const moment = Date.parse(at);
  const [first = '', ...others] = dayText(moment, reader);
  const locale = locales[reader.language];
  return {
    key: dayOf(moment, reader),
    text: `${first.toLocaleUpperCase(locale)}${others.join('')}`,
  };
}

/** Returns the time of the day; within the last hour how long ago. `justNow` is the word for less than a minute. */
export function timeText(at: string, reader: Reader, justNow: string): string {
  const { language, now, timeZone } = reader;
  const moment = Date.parse(at);
  // a clock of another node may be a little ahead
  const minutes = Math.floor(Math.max(0, now - moment) / minuteMs);
  if (minutes === 0) return justNow;
  if (minutes < 60)
    return new Intl.RelativeTimeFormat(locales[language]).format(-minutes, 'minute');
  return new Intl.DateTimeFormat(locales[language], { timeStyle: 'short', timeZone }).format(
    moment,
  );
}

/** Returns the day and the time; within the last hour how long ago. */
export function momentText(at: string, reader: Reader, justNow: string): string {
  const time = timeText(at, reader, justNow);
  const moment = Date.parse(at);
  if (reader.now - moment < 60 * minuteMs) return time;
  return `${dayText(moment, reader)}, ${time}`;
}

/** Returns the time of the server, which goes on while the page is open. The clock of the browser may be wrong. */
function useNow(): number {
  const sentAt = Date.parse(usePageProps('account').sentAt);
  const [now, setNow] = useState(sentAt);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setNow(sentAt + performance.now() - start), minuteMs);
    return () => clearInterval(timer);
  }, [sentAt]);
  return now;
}

/** For the account page. Before hydration, moments have the time zone of the university. */
export function useReader(): Reader {
  const language = useLanguage();
  const timeZone = useWithoutScript() ? 'Europe/Kyiv' : undefined;
  return { language, now: useNow(), timeZone };
}

/** Returns the whole date and time, for the `title` of a short form. */
export const fullText = (at: string, { language, timeZone }: Reader) =>
  profileText(at, language, timeZone);
