// What is asked of one import, and what it is compared with.

import { z } from 'zod';

/** Looser or stricter than the limits of the source: a number, a share in percent, or both. */
const limit = z.strictObject({
  count: z.int().min(0).max(1_000_000).optional(),
  percent: z.number().min(0).max(100).optional(),
});

export const importOptions = z.strictObject({
  limits: z
    .strictObject({
      leavers: limit.optional(),
      created: limit.optional(),
      changed: limit.optional(),
    })
    .prefault({}),
  /** The source has named only the persons who have changed: none of the others is missing. */
  isIncrement: z.boolean().default(false),
});
export type ImportOptions = z.output<typeof importOptions>;

/** Why an import waits for an administrator. */
export const stopCodes = [
  'first-import',
  'too-many-leavers',
  'too-many-created',
  'too-many-changed',
  'empty',
  'halved',
  'shifted-column',
] as const;
export type StopCode = (typeof stopCodes)[number];

/** `count` of `limit` users; `field` is the column that seems to be shifted. */
export type Stop = { code: StopCode; count?: number; limit?: number; field?: string };
