// What the link of a person says after a record. Pure.

import { hash } from 'node:crypto';
import type { LeavingReason } from '@brama/contract/admin/users';
import { hasEnded, type Membership } from '../../../users/lifecycle/effective-state.ts';
import type { StoredLink } from '../../../users/sources/link-store.ts';
import type { SourceSettings } from '../../../users/sources/source-settings.ts';
import type { SourceRecord } from './source-record.ts';

const dayMs = 24 * 3_600_000;

/** Equal records have equal digests. */
export const digestOf = (record: SourceRecord): string =>
  hash('sha256', JSON.stringify(record), 'base64url');

type SourceOfLink = { name: string; position: number; settings: SourceSettings };

/** Returns the memberships of the record, and those that it replaces for the days of overlap. */
function withOverlap(
  given: readonly Membership[],
  before: readonly Membership[],
  { overlapDays }: SourceSettings,
  at: number,
): Membership[] {
  const named = new Set(given.map(({ group }) => group));
  const end = at + overlapDays * dayMs;
  const replaced = before
    .filter((one) => !named.has(one.group) && !hasEnded(one, at))
    .map((one) => ({ ...one, validUntil: Math.min(one.validUntil ?? end, end) }))
    // one that would end before it begins
    .filter(({ validFrom, validUntil }) => validUntil > at && (validFrom ?? 0) < validUntil);
  return [...given, ...replaced];
}

/** Returns when the source no longer holds the account. */
function endOfLeft(
  { reason, at: leftAt }: { reason: LeavingReason; at: number | null },
  { grace }: SourceSettings,
  at: number,
): number {
  const since = leftAt === null ? at : Math.min(leftAt, at);
  return Math.max(at, since + grace[reason] * dayMs);
}

const orStored = <T>(given: T | undefined, stored: T): T => (given === undefined ? stored : given);

/** Returns what the source says about the person, without the state. */
function baseAfter(
  { name: source, position }: SourceOfLink,
  record: SourceRecord,
  known: StoredLink | undefined,
) {
  return {
    source,
    position,
    externalId: record.externalId,
    userId: known?.userId ?? null,
    digest: digestOf(record),
    facts: { ...known?.facts, ...record.facts },
    taxIdHash: orStored(record.taxIdHash, known?.taxIdHash ?? null) ?? undefined,
    validFrom: orStored(record.validFrom, known?.validFrom ?? null),
    validUntil: orStored(record.validUntil, known?.validUntil ?? null),
  };
}

/** Returns the link of a person whom the source names. */
export function linkAfterRecord(
  source: SourceOfLink,
  record: SourceRecord,
  known: StoredLink | undefined,
  at: number,
): StoredLink {
  const base = baseAfter(source, record, known);
  const { left, memberships } = record;
  const { settings } = source;
  if (left) {
    const isKnown = known?.state === 'left' && known.reason === left.reason;
    const endsAt = isKnown ? known.endsAt : endOfLeft(left, settings, at);
    const { reason } = left;
    return { ...base, memberships: known?.memberships ?? [], state: 'left', reason, endsAt };
  }
  // who comes back has lost the memberships of then
  const before = known?.state === 'present' ? known.memberships : [];
  return {
    ...base,
    memberships: memberships ? withOverlap(memberships, before, settings, at) : before,
    state: 'present',
    reason: null,
    endsAt: null,
  };
}

/** Returns the link of a person whom the source no longer names. */
export const linkAfterAbsence = (
  { settings }: SourceOfLink,
  known: StoredLink,
  at: number,
): StoredLink => ({
  ...known,
  state: 'left',
  // so that the same record is not taken for unchanged
  digest: '',
  reason: 'unknown',
  endsAt: endOfLeft({ reason: 'unknown', at: null }, settings, at),
});
