// The table by which the states of the register become memberships and reasons for leaving. A university edits it, because the
// register's words differ between institutions and years. Pure.

import { type LeavingReason, leavingReasons } from '@brama/contract/admin/users';
import { z } from 'zod';
import { defined } from './defined.ts';
import type { EducationCard, StaffRecord } from './records.ts';

const words = z
  .array(z.string().trim().min(1, 'must not be empty').max(300, 'must have at most 300 characters'))
  .min(1, 'must name at least one text')
  .max(50, 'must name at most 50 texts');

const rule = z
  .strictObject({
    /** States in the words of the register, in any case. */
    status: words,
    /** The rule is for these reasons alone: each is a part of the reason in the register. */
    reason: words.optional(),
    /** `member`: has the groups. `paused`: keeps the account without groups. `left`: leaves the source. */
    membership: z.enum(['member', 'paused', 'left']),
    /** Why a student who has left did so. It decides about the grace period. */
    leaving: z.enum(leavingReasons).optional(),
    /** Whether the membership begins with the state, as after a reinstatement, or with the education. */
    beginsWithStatus: z.boolean().optional(),
    /** Whether the planned last day ends the membership, or only another state does. */
    endsAsPlanned: z.boolean().optional(),
  })
  .refine(({ membership, leaving }) => (membership === 'left') === (leaving !== undefined), {
    path: ['leaving'],
    error: 'must be set for `left`, and for no other membership',
  })
  .refine(
    ({ membership, beginsWithStatus, endsAsPlanned }) =>
      membership === 'member' || (beginsWithStatus ?? endsAsPlanned) === undefined,
    { error: 'may have `beginsWithStatus` and `endsAsPlanned` for `member` alone' },
  );

/** The first rule that fits decides. */
export const statusTable = z.array(rule).min(1).max(100);

export type StatusTable = z.output<typeof statusTable>;

/** States of Ukrainian institutions as public clients and orders name them. No official list was found. */
export const defaultStatusTable: StatusTable = [
  {
    status: ['Навчається', 'Зараховано', 'Зараховано на навчання', 'Переведено на наступний курс'],
    membership: 'member',
  },
  {
    status: ['Поновлено', 'Поновлено на навчання', 'Поновлений на навчання'],
    membership: 'member',
    beginsWithStatus: true,
  },
  {
    status: [
      'Академічна відпустка',
      'Надано академічну відпустку',
      'Призупинено',
      'Навчання призупинено',
      'Призупинено навчання',
    ],
    membership: 'member',
  },
  {
    status: [
      'Завершив навчання',
      'Завершено навчання',
      'Закінчив навчання',
      'Завершено',
      'Навчання завершено',
    ],
    membership: 'left',
    leaving: 'completed',
  },
  // the law names completion as the first ground for expulsion
  {
    status: ['Відраховано', 'Відрахований', 'Відрахована'],
    reason: ['завершенням навчання', 'завершення навчання', 'закінченням навчання'],
    membership: 'left',
    leaving: 'completed',
  },
  {
    status: ['Відраховано', 'Відрахований', 'Відрахована'],
    membership: 'left',
    leaving: 'withdrawn',
  },
  { status: ['Скасовано', 'Анульовано'], membership: 'left', leaving: 'unknown' },
];

/** Days are days in Kyiv. `until` belongs to the membership; `since` is the first day that does not. */
export type CardMembership =
  | { state: 'member'; from?: string; until?: string }
  | { state: 'paused'; since?: string }
  | { state: 'left'; since?: string; reason: LeavingReason }
  /** The table does not name the state: nothing may change. */
  | { state: 'unmapped'; status: string };

const folded = (text: string) =>
  text.normalize('NFC').toLowerCase().replaceAll(/['`ʼ]/g, '’').trim();

const isEqualTo = (text: string) => (other: string) => folded(other) === folded(text);
const isPartOf = (text: string) => (part: string) => folded(text).includes(folded(part));

function ruleFor({ status = '', reason = '' }: EducationCard, table: StatusTable) {
  return table.find(
    (one) =>
      one.status.some(isEqualTo(status)) &&
      (one.reason === undefined || one.reason.some(isPartOf(reason))),
  );
}

/** Returns what a card means by the table. */
export function membershipOf(card: EducationCard, table: StatusTable): CardMembership {
  const found = ruleFor(card, table);
  if (!found) return { state: 'unmapped', status: card.status ?? '' };
  const { membership, leaving, beginsWithStatus, endsAsPlanned } = found;
  const since = card.statusSince;
  if (membership === 'member')
    return defined<Extract<CardMembership, { state: 'member' }>>({
      state: membership,
      from: beginsWithStatus ? (since ?? card.begin) : card.begin,
      until: endsAsPlanned ? card.end : undefined,
    });
  if (membership === 'paused')
    return defined<Extract<CardMembership, { state: 'paused' }>>({ state: membership, since });
  return defined<Extract<CardMembership, { state: 'left' }>>({
    state: membership,
    reason: leaving ?? 'unknown',
    since: card.expelledOn ?? since,
  });
}

export type StudentState =
  | { state: 'member'; cards: EducationCard[] }
  | { state: 'paused' }
  | { state: 'left'; since?: string; reason: LeavingReason }
  | { state: 'unmapped'; statuses: string[] };

/**
 * Joins the cards of one person: a card that is a membership counts before a pause, and a pause before an end. Of several ends the
 * last one counts. A state that the table does not name keeps the person from leaving.
 */
export function studentState(cards: readonly EducationCard[], table: StatusTable): StudentState {
  const all = cards.map((card) => ({ card, membership: membershipOf(card, table) }));
  const members = all.filter(({ membership }) => membership.state === 'member');
  if (members.length > 0) return { state: 'member', cards: members.map(({ card }) => card) };
  const memberships = all.map(({ membership }) => membership);
  const statuses = memberships.flatMap((one) => (one.state === 'unmapped' ? [one.status] : []));
  if (statuses.length > 0) return { state: 'unmapped', statuses: [...new Set(statuses)].sort() };
  if (memberships.some(({ state }) => state === 'paused')) return { state: 'paused' };
  const ends = memberships.flatMap((one) => (one.state === 'left' ? [one] : []));
  const [last] = ends.sort((one, other) => compareDays(other.since, one.since));
  return last ?? { state: 'unmapped', statuses: [] };
}

const compareDays = (one = '', other = '') => (one < other ? -1 : Number(one > other));

/** The last day is a day of work. */
export type StaffState =
  | { state: 'member'; positions: StaffRecord['positions'] }
  | { state: 'left'; lastDay?: string; reason: LeavingReason };

/** An employee works while one position is active on this day. The register does not say why a position ended. */
export function staffState({ positions }: StaffRecord, today: string): StaffState {
  const isHeld = ({ isActive, end }: StaffRecord['positions'][number]) =>
    isActive !== false && (end === undefined || end >= today);
  const held = positions.filter(isHeld);
  if (held.length > 0) return { state: 'member', positions: held };
  const [lastDay] = positions
    .flatMap(({ end }) => end ?? [])
    .sort((one, other) => compareDays(other, one));
  return { state: 'left', reason: 'unknown', ...(lastDay !== undefined && { lastDay }) };
}
