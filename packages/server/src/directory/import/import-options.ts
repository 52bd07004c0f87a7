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

/** Returns the limit of a text such as `50`, `5%` or `50,5%`; undefined for any other text. */
export function limitFrom(given: string | undefined) {
  const form = /^(?:(\d{1,9}))?(?:(?:^|,)([\d.]{1,9})%)?$/;
  const [, count, percent] = form.exec(given ?? '') ?? [];
  if (count === undefined && percent === undefined) return undefined;
  return {
    ...(count !== undefined && { count: Number(count) }),
    ...(percent !== undefined && { percent: Number(percent) }),
  };
}

/** `count` of `limit` users; `field` is the column that seems to be shifted. */
export type Stop = { code: StopCode; count?: number; limit?: number; field?: string };
