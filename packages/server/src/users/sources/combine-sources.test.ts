import { describe, expect, test } from 'vitest';
import { always } from '../lifecycle/effective-state.ts';
import { combineSources, type Link, nothingByHand } from './combine-sources.ts';
import { ownersOf } from './ownership.ts';

const at = 1000;
const link = (source: string, given: Partial<Link> = {}): Link => ({
  source,
  position: 1,
  state: 'present',
  facts: {},
  taxIdHash: undefined,
  memberships: [],
  ...always,
  endsAt: null,
  ...given,
});
const left = (endsAt: number, given: Partial<Link> = {}) =>
  link('students', { state: 'left', endsAt, ...given });
const current = {
  memberships: [],
  data: {},
  taxIdHash: null,
  validFrom: null,
  byHand: nothingByHand,
  links: [],
  at,
};

describe('the period of the account', () => {
  test.each([
    [
      'who comes back later is disabled until then',
      [left(900), link('staff', { validFrom: 2000 })],
      { validFrom: 2000, validUntil: null },
    ],
    ['all that is over is shown', [left(900)], { validFrom: null, validUntil: 900 }],
    [
      'who leaves before the begin has never come',
      [left(3000, { validFrom: 5000 })],
      { validFrom: null, validUntil: at },
    ],
    [
      'the latest end counts',
      [left(3000), link('staff', { validUntil: 2000 })],
      { validFrom: null, validUntil: 3000 },
    ],
  ])('%s', (_, links, period) => {
    expect(combineSources(current, links).period).toEqual(period);
  });

  test.each([
    ['by hand', {}, 2000, 2000],
    ['by hand, until a day by hand', { keptUntil: 3000 }, 2000, 2000],
    ['of the source alone', {}, 3000, null],
    ['by hand in the past', {}, 900, null],
  ])('a source without a begin keeps one to come: %s', (_, byHand, validFrom, expected) => {
    const before = [link('students', { validFrom: 3000 })];
    const stored = {
      ...current,
      validFrom,
      links: before,
      byHand: { ...nothingByHand, ...byHand },
    };
    expect(combineSources(stored, [link('students')]).period?.validFrom).toBe(expected);
    const begins = link('students', { validFrom: 1500 });
    expect(combineSources(stored, [begins]).period?.validFrom).toBe(1500);
  });

  test('a guest whom only a source holds has no sponsor', () => {
    const guest = (until: number) => ({ ...nothingByHand, sponsor: { id: 's', until } });
    const of = (until: number, one: Link) =>
      combineSources({ ...current, byHand: guest(until) }, [one]).sponsorId;
    expect(of(2000, left(1500))).toBe('s');
    expect(of(2000, link('staff'))).toBeNull();
    expect(of(900, link('staff', { validUntil: 3000 }))).toBeNull();
    expect(of(900, left(800))).toBe('s');
  });
});

test('a membership that is over does not open the time before another one', () => {
  const group = (given: object) => [{ group: 'g', ...always, ...given }];
  const links = [
    left(900, { memberships: group({}) }),
    link('staff', { memberships: group({ validFrom: 2000 }) }),
  ];
  expect(combineSources(current, links).memberships).toEqual(group({ validFrom: 2000 }));
});

test('a membership goes with its source also after an earlier end has emptied it', () => {
  const group = (validUntil: number) => [{ group: 'g', validFrom: 1500, validUntil }];
  const emptied = left(1200, { memberships: group(2000) });
  const before = { ...current, memberships: group(2000), links: [emptied] };
  expect(combineSources(before, [link('students')]).memberships).toEqual([]);
});

describe('fields', () => {
  const name = (fullName: string) => ({ facts: { fullName } });

  test('a source that no longer holds the person gives them only when it says so', () => {
    const over = left(900, name('Давнє'));
    const before = { ...current, links: [over] };
    expect(combineSources(before, [over, link('staff')]).facts).toEqual({});
    expect(combineSources(current, [over]).facts).toEqual({ fullName: 'Давнє' });
    const staying = left(1500, name('Давнє'));
    expect(combineSources({ ...current, links: [staying] }, [staying]).facts).toEqual({
      fullName: 'Давнє',
    });
  });

  test('an empty value counts only if no source has one', () => {
    const empty = link('students', {
      facts: { email: null, studentId: null, data: { room: null } },
    });
    const given = link('staff', {
      position: 2,
      facts: { email: 'u@campus.example', data: { room: '1' } },
    });
    const links = [empty, given];
    expect(combineSources(current, links).facts).toEqual({
      email: 'u@campus.example',
      studentId: null,
      data: { room: '1' },
    });
    const { fields, data } = ownersOf(links, false, at);
    const owners = [fields.get('email'), fields.get('studentId'), data.get('room')];
    expect(owners).toEqual(['staff', 'students', 'staff']);
  });

  test('entries of the data by hand stay, those that a source no longer gives go', () => {
    const gave = link('students', { facts: { data: { course: '1', room: '2' } } });
    const gives = link('students', { facts: { data: { course: '2' } } });
    const before = { ...current, data: { course: '1', room: '2', note: 'x' }, links: [gave] };
    expect(combineSources(before, [gives]).facts.data).toEqual({ course: '2', note: 'x' });
  });

  test('a tax number goes when its source says so, and one by hand stays', () => {
    const gave = link('students', { taxIdHash: 'h' });
    const of = (taxIdHash: string | null) =>
      combineSources({ ...current, taxIdHash, links: [gave] }, [link('students')]).taxIdHash;
    expect(of('h')).toBeNull();
    expect(of('by hand')).toBeUndefined();
  });
});
