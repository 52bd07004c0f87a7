// Times in ISO 8601, in UTC.

export const isoTime = (at: number) => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null | undefined) =>
  at === null || at === undefined ? null : isoTime(at);

export const timeFrom = (text: string | null | undefined) => (text ? Date.parse(text) : null);
