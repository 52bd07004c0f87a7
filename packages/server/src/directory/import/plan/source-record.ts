// A person as a source describes it. Files and the state register both yield such records.

import type { RegisterFact } from '@brama/contract/admin/imports/codes';
import type { LeavingReason } from '@brama/contract/admin/users';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import type { GivenFacts } from '../../../users/sources/combine-sources.ts';

/** A value that is undefined is not in the source, and changes nothing. */
export type SourceRecord = {
  /** By which the source names the person; it never changes. */
  externalId: string;
  facts: GivenFacts;
  /** The Latin name is made of the full name. */
  isLatinDerived?: true | undefined;
  /** The username of a new user; numbered if it is taken, unless the source gives it itself. */
  username?: string | undefined;
  isUsernameGiven?: true | undefined;
  /** Null removes the number. */
  taxIdHash?: string | null | undefined;
  memberships?: readonly Membership[] | undefined;
  /** Epoch milliseconds; null for no bound. */
  validFrom?: number | null | undefined;
  validUntil?: number | null | undefined;
  /** The source says that the person has left, at this time if it knows it. */
  left?: { reason: LeavingReason; at: number | null } | undefined;
};

/** A person to compare: as the source describes it, or one whom the source no longer names. */
export type Person = { externalId: string; record: SourceRecord | undefined };

/** A value of the register that stands in no table, and gives no groups. */
export type Unmapped = { by: RegisterFact; value: string };

/** `line` is the number that a spreadsheet shows. */
export type SourceRow = { line: number | null } & (
  | { record: SourceRecord; unmapped?: readonly Unmapped[] | undefined }
  | { rejected: string; field?: string | undefined; externalId?: string | undefined }
);
