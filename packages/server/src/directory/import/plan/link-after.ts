// What the link of a person says after a record. Pure.

import { hash } from 'node:crypto';
import type { LeavingReason } from '@brama/contract/admin/users';
import { hasEnded, type Membership } from '../../../users/lifecycle/effective-state.ts';
import type { StoredLink } from '../../../users/sources/link-store.ts';
import type { SourceSettings } from '../../../users/sources/source-settings.ts';
import type { SourceRecord } from './source-record.ts';

const dayMs = 24 * 3_600_000;

/** Group → when it was created. */
export type KnownGroups = ReadonlyMap<string, number>;

/** Returns a text that differs if the record, the source or one of its groups does: a deleted group may have been created again. */
export function digestOf(
  { isLatinDerived: _, ...record }: SourceRecord,
  { version }: Pick<SourceOfLink, 'version'>,
  groups: KnownGroups,
): string {
  const created = record.memberships?.map(({ group }) => groups.get(group) ?? null);
  return hash('sha256', JSON.stringify([version, record, created]), 'base64url');
}

type SourceOfLink = { name: string; position: number; version: number; settings: SourceSettings };

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

/** Returns when the source no longer holds the account: some days after the last day, which may be still to come. */
function endOfLeft(
  { reason, at: leftAt }: { reason: LeavingReason; at: number | null },
  { grace }: SourceSettings,
  at: number,
): number {
  return Math.max(at, (leftAt ?? at) + grace[reason] * dayMs);
}

/** Returns the end of a person who had left before. The same reason changes it only to an earlier day: an administrator may have set it. */
function endOfLeftAgain(
  left: { reason: LeavingReason; at: number | null },
  known: StoredLink,
  settings: SourceSettings,
  at: number,
): number {
  const end = endOfLeft(left, settings, at);
  return known.reason === left.reason ? Math.min(known.endsAt ?? end, end) : end;
}

const orStored = <T>(given: T | undefined, stored: T): T => (given === undefined ? stored : given);

/** Returns what the source says about the person, without the state. */
function baseAfter(
  { name: source, position }: SourceOfLink,
  record: SourceRecord,
  digest: string,
  known: StoredLink | undefined,
) {
  return {
    source,
    position,
    externalId: record.externalId,
    userId: known?.userId ?? null,
    digest,
    facts: { ...known?.facts, ...record.facts },
    taxIdHash: orStored(record.taxIdHash, known?.taxIdHash ?? null) ?? undefined,
    validFrom: orStored(record.validFrom, known?.validFrom ?? null),
    validUntil: orStored(record.validUntil, known?.validUntil ?? null),
  };
}

const hasGone = ({ endsAt }: StoredLink, at: number) =>
  hasEnded({ validFrom: null, validUntil: endsAt }, at);

/** Returns the link of a person whom the source names. */
export function linkAfterRecord(
  source: SourceOfLink,
  record: SourceRecord,
  digest: string,
  known: StoredLink | undefined,
  at: number,
): StoredLink {
  const base = baseAfter(source, record, digest, known);
  const { left, memberships } = record;
  const { settings } = source;
  if (left) {
    const endsAt =
      known?.state === 'left'
        ? endOfLeftAgain(left, known, settings, at)
        : endOfLeft(left, settings, at);
    const { reason } = left;
    return { ...base, memberships: known?.memberships ?? [], state: 'left', reason, endsAt };
  }
  // who comes back later has lost the memberships of then
  const isHeld = known?.state === 'present' || (known?.state === 'left' && !hasGone(known, at));
  const before = isHeld ? known.memberships : [];
  return {
    ...base,
    memberships: memberships ? withOverlap(memberships, before, settings, at) : before,
    state: 'present',
    reason: null,
    endsAt: null,
  };
}

/** Returns the link of a person whom the source no longer names. */
export function linkAfterAbsence(
  { settings }: SourceOfLink,
  known: StoredLink,
  at: number,
): StoredLink {
  // so that the same record is not taken for unchanged
  const after = { ...known, digest: '' };
  if (known.state === 'left') return after;
  const reason = 'unknown';
  return { ...after, state: 'left', reason, endsAt: endOfLeft({ reason, at: null }, settings, at) };
}
