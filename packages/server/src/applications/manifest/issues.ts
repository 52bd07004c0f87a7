// Converts issues of zod to issues of a manifest, without repeating a value.

import type { z } from 'zod';
import { validateTextType } from '../../config/text.ts';
import type { ManifestIssue } from '../protocol.ts';

/** For `z.string(textErrors)`: says that a text is missing, or how to write it. */
export const textErrors = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? 'is required' : validateTextType(input),
};

/** Returns one issue for each issue of zod, and for each unknown key. */
export function issuesFrom(error: z.ZodError): ManifestIssue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key], reason: 'is not a known field' }))
      : [{ path, reason: issue.message }];
  });
}
