// Shows and reads times. The university is in one time zone, so that two administrators see the same time.
import { language } from '../page-data.ts';

const timeZone = 'Europe/Kyiv';
const locale = language === 'en' ? 'en-GB' : 'uk-UA';

const formats = {
  dateTime: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  date: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' }),
  time: new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }),
};

export type MomentFormat = keyof typeof formats;

/** Returns a time of the API for people. */
export function momentText(iso: string, format: MomentFormat = 'dateTime'): string {
  return formats[format].format(new Date(iso));
}

const number = new Intl.NumberFormat(locale);

export const numberText = (value: number): string => number.format(value);

const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });

/** Returns a share for people. `percent` is from 0 to 100. */
export const percentText = (percent: number): string => share.format(percent / 100);

const offsets = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });

/** Returns the offset of Kyiv at this moment, such as `+02:00`. */
function offsetAt(moment: Date): string {
  const part = offsets.formatToParts(moment).find(({ type }) => type === 'timeZoneName');
  return part?.value.replace('GMT', '') || '+00:00';
}

/** Returns the time of the API for the value of an input such as `2026-06-30T23:59`; undefined for an empty one. */
export function isoOfLocal(local: string): string | undefined {
  if (local === '') return undefined;
  const near = new Date(`${local}Z`);
  // the offset just before that time; it differs from the right one only within the hour of a clock change
  const offset = offsetAt(new Date(near.getTime() - 3 * 60 * 60 * 1000));
  return new Date(`${local}${offset}`).toISOString();
}

const local = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Returns the value of an input `datetime-local` for a time of the API. */
export function localOfIso(iso: string | null): string {
  return iso === null ? '' : local.format(new Date(iso)).replace(' ', 'T');
}

const dayMs = 24 * 3_600_000;

/** Returns how many midnights of Kyiv are between two times of the API. */
export function daysBetween(from: string, to: string): number {
  const [start = 0, end = 0] = [from, to].map((iso) => Date.parse(localOfIso(iso).slice(0, 10)));
  return (end - start) / dayMs;
}

const kibibyte = 1024;
const inUnit = (unit: 'kilobyte' | 'megabyte') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 });

/** Returns the size of a file in words. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / kibibyte;
  return kilobytes < kibibyte
    ? inUnit('kilobyte').format(kilobytes)
    : inUnit('megabyte').format(kilobytes / kibibyte);
}
