// Reads first and last days: a date, which is a day in Kyiv, or a date and time with an offset. Pure.

const timeZone = 'Europe/Kyiv';

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timePattern =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const hourInKyiv = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });

/** Returns midnight in UTC; undefined if the calendar has no such day. */
function dayOf(date: string): number | undefined {
  const [, year, month, day] = datePattern.exec(date) ?? [];
  if (year === undefined) return undefined;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const exists = new Date(at).toISOString().startsWith(date) && Number(year) >= 1970;
  return exists ? at : undefined;
}

/** Kyiv is two or three hours ahead of UTC. */
function midnightInKyiv(day: number): number {
  const inSummer = day - 3 * hourMs;
  return hourInKyiv.format(inSummer) === '00' ? inSummer : day - 2 * hourMs;
}

/** The end of the last year with four digits, in UTC: later times have another form. */
const latest = Date.UTC(10_000, 0) - 1;

function readTime(text: string, addedDays: 0 | 1): number | undefined {
  const [, date] = timePattern.exec(text) ?? [];
  const day = dayOf(date ?? text);
  if (day === undefined) return undefined;
  const at = date === undefined ? midnightInKyiv(day + addedDays * dayMs) : Date.parse(text);
  return at >= 0 && at <= latest ? at : undefined;
}

/** Returns the start of the day, or the time, in epoch milliseconds; undefined for any other text. */
export const parseStart = (text: string): number | undefined => readTime(text, 0);

/** Returns the end of the day, or the time, in epoch milliseconds; undefined for any other text. */
export const parseEnd = (text: string): number | undefined => readTime(text, 1);
