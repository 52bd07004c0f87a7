// Parses the input of a request by the schema of its route. The reasons are those of manifests, not those of zod.

import { tooManyReason } from '@brama/contract/admin/limits';
import type { z } from 'zod';
import type { FieldIssue } from '../errors.ts';

const typeReasons: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be a mapping',
  record: 'must be a mapping',
};

type Raw = z.core.$ZodRawIssue;

function tooBig({ origin, maximum }: { origin: string; maximum: number | bigint }): string {
  if (origin === 'string') return `must be at most ${maximum} characters long`;
  return origin === 'array' ? tooManyReason(Number(maximum)) : `must be at most ${maximum}`;
}

function tooSmall({ origin, minimum }: { origin: string; minimum: number | bigint }): string {
  if (origin !== 'string' && origin !== 'array') return `must be at least ${minimum}`;
  if (Number(minimum) === 1) return 'must not be empty';
  return origin === 'string'
    ? `must have at least ${minimum} characters`
    : `must hold at least ${minimum} entries`;
}

/** Returns the reason where the schema has none of its own. */
function reasonOf(issue: Raw): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : (typeReasons[issue.expected] ?? invalid);
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'invalid_value':
      return issue.input === undefined
        ? 'is missing'
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be a UUID' : invalid;
    default:
      return invalid;
  }
}

const invalid = 'is not valid';

type Parsed = { value: unknown } | { issues: FieldIssue[] };

/** Returns the value in the type of the schema, or everything that is wrong with it. Unknown fields are named themselves. */
export function validate(schema: z.ZodType, value: unknown): Parsed {
  const { data, error } = schema.safeParse(value, { error: reasonOf });
  if (!error) return { value: data };
  return {
    issues: error.issues.flatMap((issue) => {
      const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
      if (issue.code !== 'unrecognized_keys') return [{ path, reason: issue.message }];
      return issue.keys.map((key) => ({ path: [...path, key], reason: 'is unknown' }));
    }),
  };
}
