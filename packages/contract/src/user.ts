// The signed-in user as the browser sees it (GET /user).

import { z } from 'zod';

export const applicationAnswer = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
});

export const userAnswer = z.object({
  fullName: z.string(),
  /** Shown in the «my data» dialog in this order; `null` where nothing is known. */
  data: z.record(z.string(), z.string().nullable()),
  applications: z.array(applicationAnswer),
});
export type UserAnswer = z.infer<typeof userAnswer>;
export type ApplicationAnswer = z.infer<typeof applicationAnswer>;
