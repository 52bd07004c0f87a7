// Times of requests and responses, in ISO 8601 and UTC.

import { fail } from '../errors.ts';

export const isoTime = (at: number) => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null | undefined) =>
  at === null || at === undefined ? null : isoTime(at);

export const timeFrom = (text: string | null | undefined) => (text ? Date.parse(text) : null);

const dayMs = 24 * 3_600_000;

/** Reads `expiresAt`. @throws `request.invalid` for a time in the past, or more than `maxDays` in the future. */
export function expiryFrom(text: string, now: number, maxDays: number): number {
  const at = Date.parse(text);
  const reject = (reason: string) => fail('request.invalid', { fields: { expiresAt: reason } });
  if (at <= now) reject('must be in the future');
  if (at > now + maxDays * dayMs) reject(`must be within ${maxDays} days`);
  return at;
}
