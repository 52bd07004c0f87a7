// What becomes of a person in an import, and why one is rejected or waits.

import type { RefusalCode } from '../../../users/changes/rules.ts';
import type { FieldReason, RowReason } from '../reasons.ts';

/**
 * `linked`: the user stays as it is and belongs to the source now. `waiting`: an administrator decides whether the person is a known
 * user.
 */
export const rowKinds = [
  'created',
  'changed',
  'linked',
  'left',
  'unchanged',
  'rejected',
  'waiting',
] as const;
export type RowKind = (typeof rowKinds)[number];

export const personCodes = [
  'tax-number-of-another',
  'username-taken',
  'erased-user',
  'unknown-group',
  'possible-duplicate',
  'several-matches',
  'unknown-status',
  'incomplete',
] as const;

export type ImportCode = (typeof personCodes)[number] | RefusalCode | RowReason | FieldReason;
