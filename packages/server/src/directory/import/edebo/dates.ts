// Reads dates and times of the register. Pure. Those without an offset are of Kyiv.

const timeZone = 'Europe/Kyiv';
const inKyiv = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?)?$/;

type Parts = { date: string; time: string; offset: string | undefined };

function partsOf(text: string): Parts | undefined {
  const [, date, time = '00:00:00', offset] = pattern.exec(text) ?? [];
  if (date === undefined) return undefined;
  const at = Date.parse(`${date}T${time}Z`);
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
  return exists ? { date, time: time.length === 5 ? `${time}:00` : time, offset } : undefined;
}

/** Kyiv is two or three hours ahead of UTC. In the hour that occurs twice, the first one counts. */
function instantOf({ date, time, offset }: Parts): number {
  if (offset !== undefined) return Date.parse(`${date}T${time}${offset}`);
  const inSummer = Date.parse(`${date}T${time}+03:00`);
  const isSummer = inKyiv.format(inSummer) === `${date} ${time}`;
  return isSummer ? inSummer : Date.parse(`${date}T${time}+02:00`);
}

/** Returns whether the text stands for a missing date: the first day of the calendar of .NET. */
export const isNoDate = (text: string): boolean => text.startsWith('0001-01-01');

/** Returns the epoch milliseconds; undefined for any other text. */
export function parseInstant(text: string): number | undefined {
  const parts = partsOf(text);
  return parts && instantOf(parts);
}

/** Returns the day in Kyiv as `2026-09-01`; undefined for any other text. */
export function parseDay(text: string): string | undefined {
  const parts = partsOf(text);
  if (!parts || parts.offset === undefined) return parts?.date;
  return dayInKyiv(instantOf(parts));
}

export const dayInKyiv = (at: number): string => inKyiv.format(at).slice(0, 10);
