// Reads the parameters of requests that validate a ticket. Names and values are case-sensitive. Pure.

import type { AnswerFormat } from './answer-cas.ts';

export type Query = Readonly<Record<string, unknown>>;

/** A parameter that is there several times has no value that all parties would read. */
const isSingle = (value: unknown) => value === undefined || typeof value === 'string';

function textOf(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns whether a flag is set: by any value besides the empty one and `false`. */
export function isFlagSet(query: Query, name: string): boolean {
  const value = query[name];
  return value !== undefined && value !== '' && value !== 'false';
}

/** Returns the required parameters; undefined if one is missing or empty, or if one of these or of `optional` is repeated. */
export function readRequired<Name extends string>(
  query: Query,
  names: readonly Name[],
  optional: readonly string[] = [],
): Record<Name, string> | undefined {
  if (![...names, ...optional].every((name) => isSingle(query[name]))) return undefined;
  if (!names.every((name) => textOf(query, name))) return undefined;
  return Object.fromEntries(names.map((name) => [name, query[name]])) as Record<Name, string>;
}

/** Returns undefined for an unknown format. */
export function readFormat({ format = 'XML' }: Query): AnswerFormat | undefined {
  return format === 'XML' || format === 'JSON' ? format : undefined;
}

/** An empty one counts as absent. */
export const readPgtUrl = (query: Query) => textOf(query, 'pgtUrl') || undefined;
