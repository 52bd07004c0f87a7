// Whether an id belongs to an application here (GET `registeredApplication`).

import { z } from 'zod';
import { parseAppId } from '../app-id.ts';

/** A text that can be no id is the id of no application. */
export const registeredRequest = z.object({
  appId: z.string().min(1).max(100).transform(parseAppId),
});

export const registeredResponse = z.object({ registered: z.boolean() });
export type RegisteredResponse = z.infer<typeof registeredResponse>;
