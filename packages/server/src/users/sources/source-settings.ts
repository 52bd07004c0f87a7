// The settings of a source of users, as they are stored.

import { z } from 'zod';

/** Why a person has left a source. */
export const leavingReasons = ['completed', 'withdrawn', 'unknown'] as const;
export type LeavingReason = (typeof leavingReasons)[number];

const maxDays = 3650;
const days = z.int().min(0).max(maxDays);

/** A number of users, a share of the source, or both: the lower one counts. */
const limit = z.strictObject({
  count: z.int().min(0).max(1_000_000).optional(),
  percent: z.number().min(0).max(100).optional(),
});
export type Limit = z.output<typeof limit>;

/** Fields by which a person of the source may be a known user. The tax number is always one. */
export const matchFields = ['studentId', 'employeeId', 'username'] as const;
export type MatchField = (typeof matchFields)[number];

export const sourceSettings = z.strictObject({
  /** Days until the source no longer holds the account of a person who has left. */
  grace: z
    .strictObject({
      completed: days.default(90),
      withdrawn: days.default(0),
      unknown: days.default(14),
    })
    .prefault({}),
  /** Days for which a membership stays that another one of the same source replaces. */
  overlapDays: days.default(7),
  limits: z
    .strictObject({
      leavers: limit.default({ percent: 5 }),
      created: limit.default({ percent: 5 }),
      changed: limit.default({ percent: 5 }),
    })
    .prefault({}),
  matchBy: z.enum(matchFields).nullable().default(null),
});
export type SourceSettings = z.output<typeof sourceSettings>;
