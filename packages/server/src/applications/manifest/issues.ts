// What zod finds wrong in a manifest, in our words and without repeating a value.

import type { z } from 'zod';
import { validateTextType } from '../../config/text.ts';
import type { ManifestIssue } from '../protocol.ts';

/** For `z.string(asText)`: says how to write a text, or that it is missing. */
export const textErrors = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? 'is required' : validateTextType(input),
};

/** Issues of a zod schema as faults of a manifest; every unknown key is a fault of its own. */
export function issuesFrom(error: z.ZodError): ManifestIssue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key], reason: 'is not a known field' }))
      : [{ path, reason: issue.message }];
  });
}
