// The change of one group, user or application, field by field, as `--dry-run` prints it. Pure.

import { isDeepStrictEqual } from 'node:util';
import { printableName } from '../parse/issue.ts';

/** Fields by their names in the manifest; nested mappings stay nested. */
type Fields = Readonly<Record<string, unknown>>;

export type RecordChange = {
  kind: 'group' | 'user' | 'application';
  name: string;
  isNew: boolean;
  before: Fields;
  after: Fields;
};

/** Names of fields whose values are never printed: secrets and hashes. */
const hidden = /secret|password|hash|taxId/i;

/** Escapes control characters and characters that change the direction of text. */
function escapeControls(text: string): string {
  return text.replace(
    /[\p{C}\u2028\u2029]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Hides secrets in mappings within lists, which are printed whole. */
const hideWithin = (name: string, value: unknown) =>
  hidden.test(name) && value !== null ? '(not shown)' : value;

function printableValue(value: unknown): string {
  return value === undefined ? '(none)' : escapeControls(JSON.stringify(value, hideWithin));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Difference = { path: string; before: unknown; after: unknown };

/** Returns the values that differ. Descends into mappings, also if one side is missing. */
function differences(before: unknown, after: unknown, path: string): Difference[] {
  const [was, is] = [before ?? {}, after ?? {}];
  const oneIsFields = isFields(before) || isFields(after);
  if (oneIsFields && isFields(was) && isFields(is))
    return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((name) =>
      differences(was[name], is[name], path === '' ? name : `${path}.${name}`),
    );
  return isDeepStrictEqual(before, after) ? [] : [{ path, before, after }];
}

function differenceLines({ path, before, after }: Difference, isNew: boolean): string[] {
  const field = `  ${escapeControls(path.replace(/Hash$/, ''))}: `;
  if (isNew && after === null) return [];
  if (hidden.test(path)) return [`${field}${isNew ? '' : 'changes '}(not shown)`];
  const was = isNew ? '' : `${printableValue(before)} → `;
  return [`${field}${was}${printableValue(after)}`];
}

/** Returns a line with the name of the record, then one line for each field. */
export function changeLines({ kind, name, isNew, before, after }: RecordChange): string[] {
  const fields = differences(before, after, '').flatMap((one) => differenceLines(one, isNew));
  return [`${isNew ? 'create' : 'update'} ${kind} ${printableName(name)}`, ...fields];
}
