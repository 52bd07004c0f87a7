import { describe, expect, test } from 'vitest';
import type { EducationCard, StaffPosition } from './records.ts';
import {
  defaultStatusTable,
  membershipOf,
  type StatusTable,
  staffState,
  statusTable,
  studentState,
} from './status-table.ts';

const card = (own: Partial<EducationCard>): EducationCard => ({
  educationId: '1',
  begin: '2024-09-01',
  end: '2028-06-30',
  statusSince: '2026-10-05',
  ...own,
});

test.each<[string, Partial<EducationCard>, object]>([
  ['studies', { status: 'Навчається' }, { state: 'member', from: '2024-09-01' }],
  ['another case', { status: ' НАВЧАЄТЬСЯ' }, { state: 'member', from: '2024-09-01' }],
  ['is reinstated', { status: 'Поновлено на навчання' }, { state: 'member', from: '2026-10-05' }],
  ['is on leave', { status: 'Академічна відпустка' }, { state: 'member', from: '2024-09-01' }],
  ['is suspended', { status: 'Навчання призупинено' }, { state: 'member', from: '2024-09-01' }],
  [
    'has completed',
    { status: 'Завершив навчання' },
    { state: 'left', reason: 'completed', since: '2026-10-05' },
  ],
  [
    'is expelled',
    { status: 'Відраховано', reason: 'За власним бажанням', expelledOn: '2026-10-01' },
    { state: 'left', reason: 'withdrawn', since: '2026-10-01' },
  ],
  [
    'is expelled by completion, with another apostrophe',
    { status: 'Відраховано', reason: "У зв'язку із ЗАВЕРШЕННЯМ НАВЧАННЯ за програмою" },
    { state: 'left', reason: 'completed', since: '2026-10-05' },
  ],
  ['has an unknown state', { status: 'Інше' }, { state: 'unmapped', status: 'Інше' }],
  ['has no state', {}, { state: 'unmapped', status: '' }],
])('a student who %s', (_, own, expected) => {
  expect(membershipOf(card(own), defaultStatusTable)).toEqual(expected);
});

describe('several cards of one person', () => {
  const studying = card({ educationId: '2', status: 'Навчається' });
  const completed = card({ status: 'Завершив навчання', statusSince: '2024-06-30' });
  const expelled = card({ status: 'Відраховано', statusSince: '2026-02-01' });
  const unknown = card({ status: 'Інше' });
  const table: StatusTable = [{ status: ['Пауза'], membership: 'paused' }, ...defaultStatusTable];
  const paused = card({ status: 'Пауза' });

  test.each<[EducationCard[], object]>([
    [[completed, studying], { state: 'member', cards: [studying] }],
    [[unknown, studying], { state: 'member', cards: [studying] }],
    [[completed, expelled], { state: 'left', reason: 'withdrawn', since: '2026-02-01' }],
    [[expelled, completed], { state: 'left', reason: 'withdrawn', since: '2026-02-01' }],
    [[completed, paused], { state: 'paused' }],
    [[completed, unknown], { state: 'unmapped', statuses: ['Інше'] }],
    [[], { state: 'unmapped', statuses: [] }],
  ])('%#', (cards, expected) => {
    expect(studentState(cards, table)).toEqual(expected);
  });
});

test.each<[string, Partial<StaffPosition>[], object]>([
  ['works', [{ isActive: true }], { state: 'member' }],
  ['works until today', [{ end: '2026-11-29' }], { state: 'member' }],
  ['left one of two positions', [{ isActive: false, end: '2026-01-31' }, {}], { state: 'member' }],
  [
    'left both',
    [
      { isActive: false, end: '2026-01-31' },
      { isActive: true, end: '2026-05-31' },
    ],
    { state: 'left', reason: 'unknown', lastDay: '2026-05-31' },
  ],
  ['is inactive without a day', [{ isActive: false }], { state: 'left', reason: 'unknown' }],
])('an employee who %s', (_, positions, expected) => {
  const person = {
    personId: '1',
    lastName: 'Розгін',
    firstName: 'Остап',
    positions: positions.map((one, index) => ({ staffId: `${index}`, ...one })),
    isComplete: true,
  };
  expect(staffState(person, '2026-11-29')).toMatchObject(expected);
});

test('the default table is valid, and a university may edit it', () => {
  expect(statusTable.parse(defaultStatusTable)).toEqual(defaultStatusTable);
  const ends = [{ status: ['Навчається'], membership: 'member', endsAsPlanned: true }];
  expect(membershipOf(card({ status: 'Навчається' }), statusTable.parse(ends))).toEqual({
    state: 'member',
    from: '2024-09-01',
    until: '2028-06-30',
  });
  const apostrophe = [{ status: ['Відпустка за сім’єю'], membership: 'paused' }];
  const onLeave = card({ status: "Відпустка за сім'єю" });
  expect(membershipOf(onLeave, statusTable.parse(apostrophe))).toEqual({
    state: 'paused',
    since: '2026-10-05',
  });
});

test.each([
  [[], 'Too small'],
  [[{ status: [], membership: 'member' }], 'must name at least one text'],
  [[{ status: ['Інше'], membership: 'left' }], 'must be set for `left`'],
  [[{ status: ['Інше'], membership: 'paused', leaving: 'unknown' }], 'must be set for `left`'],
  [[{ status: ['Інше'], membership: 'paused', endsAsPlanned: false }], 'for `member` alone'],
  [[{ status: ['Інше'], membership: 'paused', beginsWithStatus: true }], 'for `member` alone'],
  [[{ status: ['Інше'], membership: 'left', leaving: 'fired' }], 'Invalid option'],
  [[{ status: ['Інше'], membership: 'member', other: 1 }], 'Unrecognized key'],
])('the table %j is refused', (table, message) => {
  expect(statusTable.safeParse(table).error?.message).toContain(message);
});
