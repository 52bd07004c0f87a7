// The report that a page sends when it fails in the browser (POST /api/page-errors).

import { z } from 'zod';

export const pageErrorReport = z.object({
  /** Shown to the user; support looks it up in the log. */
  reference: z.string().regex(/^[2-9B-Z]{8}$/),
  /** Path of the page, without query. */
  page: z
    .string()
    .max(200)
    .regex(/^\/[^?#]*$/),
  /** Name and message of the error, one line; no stack. */
  message: z.string().max(300),
});
export type PageErrorReport = z.infer<typeof pageErrorReport>;
