// Converts issues of zod to issues of a manifest, without repeating a value.

import { limitedList } from '@brama/contract/admin/limits';
import { validateTextType } from '@brama/contract/text';
import { z } from 'zod';
import type { ManifestIssue } from '../protocol.ts';

/** For `z.string(textErrors)`: says that a text is missing, or how to write it. */
export const textErrors = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? 'is required' : validateTextType(input),
};

/** A text for which `validate` returns no reason to reject it. */
export const textThat = (validate: (text: string) => string | undefined) =>
  z.string(textErrors).check(({ value, issues }) => {
    const message = validate(value);
    // no input: an issue never repeats a secret
    if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
  });

export const list = <T extends z.ZodType>(item: T, most: number) =>
  limitedList(z.array(item, { error: 'must be a list' }).min(1, 'must not be empty'), most);
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
export const flag = z.boolean({ error: 'must be true or false' });

/** Returns one issue for each issue of zod, and for each unknown key. */
export function issuesFrom(error: z.ZodError): ManifestIssue[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key], reason: 'is not a known field' }))
      : [{ path, reason: issue.message }];
  });
}
