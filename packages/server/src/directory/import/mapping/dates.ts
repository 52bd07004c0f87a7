// Reads the days of files: ISO, DD.MM.YYYY, and the number of a day in Excel. Pure. Other orders of day and month are ambiguous, and not
// accepted.

const isoForm = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const dottedForm = /^(\d\d?)\.(\d\d?)\.(\d{4})(?: 0?0:00(?::00)?)?$/;
/** From 1954 to 2119: a shorter number can be a year. */
const serialForm = /^[2-7]\d{4}$/;
/** Excel counts a 29 February 1900 that never was: from March 1900 on, day 0 is this one. */
const serialZero = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

/** 1C writes this day where there is none. */
const noDay = '0001-01-01';

const isoDay = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

function exists(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

function writtenDay(text: string): string | undefined {
  const [, year, month, day] = isoForm.exec(text) ?? [];
  if (year && month && day) return isoDay(year, month, day);
  const [, dottedDay, dottedMonth, dottedYear] = dottedForm.exec(text) ?? [];
  if (dottedDay && dottedMonth && dottedYear) return isoDay(dottedYear, dottedMonth, dottedDay);
  if (!serialForm.test(text)) return undefined;
  return new Date(serialZero + Number(text) * dayMs).toISOString().slice(0, 10);
}

/** Returns YYYY-MM-DD; null for no day; undefined for a text that is no day, or a day that the calendar does not have. */
export function readDay(text: string): string | null | undefined {
  const trimmed = text.trim();
  const day = trimmed === '' ? noDay : writtenDay(trimmed);
  if (day === noDay) return null;
  return day !== undefined && exists(day) ? day : undefined;
}
