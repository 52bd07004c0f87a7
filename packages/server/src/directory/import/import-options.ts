// What is asked of one import, and what it is compared with.

import type { StopCode } from '@brama/contract/admin/imports/codes';
import { importLimit } from '@brama/contract/admin/imports/source-settings';
import { z } from 'zod';

export const importOptions = z.strictObject({
  /** Looser or stricter than those of the source. */
  limits: z
    .strictObject({
      leavers: importLimit.optional(),
      created: importLimit.optional(),
      changed: importLimit.optional(),
    })
    .prefault({}),
  /** The source has named only the persons who have changed: none of the others is missing. */
  isIncrement: z.boolean().default(false),
});
export type ImportOptions = z.output<typeof importOptions>;

/** `count` of `limit` users; `field` is the column that seems to be shifted. */
export type Stop = { code: StopCode; count?: number; limit?: number; field?: string };
