// The settings of a source of users, as the API, the command and the database have them.

import { z } from 'zod';
import { userFields } from '../../users/fields.ts';

const maxDays = 3650;
const days = z.int().min(0).max(maxDays);

/** A number of users, a share in percent, or both: the lower one counts. */
export const importLimit = z
  .strictObject({
    count: z.int().min(0).max(1_000_000).optional(),
    percent: z.number().min(0).max(100).optional(),
  })
  .refine(({ count, percent }) => count !== undefined || percent !== undefined, {
    error: 'must have a count or a percent',
  });

/** Fields by which a person of the source may be a known user. The tax number is always one. */
export const matchFields = ['studentId', 'employeeId', 'username'] as const;

const maxNotified = 10;

export const sourceSettings = z.strictObject({
  grace: z
    .strictObject({
      completed: days.default(90),
      withdrawn: days.default(0),
      unknown: days.default(14),
    })
    .prefault({})
    .describe('Days until the source no longer holds the account of a person who has left.'),
  overlapDays: days
    .default(7)
    .describe('Days for which a membership stays that another one of the same source replaces.'),
  limits: z
    .strictObject({
      leavers: importLimit.default({ percent: 5 }),
      created: importLimit.default({ percent: 5 }),
      changed: importLimit.default({ percent: 5 }),
    })
    .prefault({})
    .describe('An import that exceeds one of them waits for an administrator.'),
  matchBy: z
    .enum(matchFields)
    .nullable()
    .default(null)
    .describe('The field by which a person may be a known user, beside the tax number.'),
  notify: z
    .array(userFields.email.schema)
    .max(maxNotified)
    .default([])
    .describe('Addresses that get an email if an import of the source needs a person.'),
});
