import { expect, test } from 'vitest';
import {
  always,
  disabledReason,
  effectiveState,
  type LifecycleFacts,
  type Membership,
} from './effective-state.ts';

const facts = (own: Partial<LifecycleFacts>): LifecycleFacts => ({
  ...always,
  disabledByAdministrator: false,
  memberships: [],
  ...own,
});
const member = (group: string, validFrom: number | null, validUntil: number | null) =>
  ({ group, validFrom, validUntil }) satisfies Membership;

test.each<[string, Partial<LifecycleFacts>, number, string | undefined, number | null]>([
  ['no bounds', {}, 100, undefined, null],
  ['before the start', { validFrom: 101 }, 100, 'not-yet-valid', 101],
  ['at the start', { validFrom: 100 }, 100, undefined, null],
  ['before the end', { validUntil: 101 }, 100, undefined, 101],
  ['at the end', { validUntil: 100 }, 100, 'expired', null],
  ['between both', { validFrom: 50, validUntil: 150 }, 100, undefined, 150],
  ['before both', { validFrom: 50, validUntil: 150 }, 10, 'not-yet-valid', 50],
  ['after both', { validFrom: 50, validUntil: 150 }, 200, 'expired', null],
  ['disabled', { disabledByAdministrator: true }, 100, 'by-administrator', null],
  [
    'disabled, valid',
    { disabledByAdministrator: true, validUntil: 150 },
    100,
    'by-administrator',
    150,
  ],
  [
    'disabled, over',
    { disabledByAdministrator: true, validUntil: 50 },
    100,
    'by-administrator',
    null,
  ],
])('a user with %s', (_, own, at, reason, changesAt) => {
  expect(disabledReason(facts(own), at)).toBe(reason);
  expect(effectiveState(facts(own), at)).toEqual({
    disabled: reason !== undefined,
    groups: [],
    changesAt,
  });
});

test.each<[number, string[], number | null]>([
  [0, ['always', 'until'], 10],
  [10, ['always', 'both', 'from', 'until'], 20],
  [20, ['always', 'both', 'from'], 30],
  [29, ['always', 'both', 'from'], 30],
  [30, ['always', 'from'], null],
])('memberships at %d', (at, groups, changesAt) => {
  const memberships = [
    member('until', null, 20),
    member('from', 10, null),
    member('both', 10, 30),
    member('always', null, null),
  ];
  expect(effectiveState(facts({ memberships }), at)).toEqual({
    disabled: false,
    groups,
    changesAt,
  });
});
