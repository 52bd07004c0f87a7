// Finds rows of one file that cannot be different persons: one id, one username or one tax number twice. All of these rows are rejected,
// because none of them is known to be the right one.

import type { FieldReason } from '@brama/contract/admin/imports/codes';
import { searchKey } from '@brama/contract/sign-in/login-name';

export type Identity = {
  externalId: string;
  username: string | undefined;
  /** The keyed hash: the number itself is not kept. */
  taxIdHash: string | null | undefined;
};

export type Duplicate = { rejected: FieldReason; field: keyof Identity };

const fields: [keyof Identity, FieldReason][] = [
  ['taxIdHash', 'duplicate-tax-number'],
  ['username', 'duplicate-username'],
  ['externalId', 'duplicate-external-id'],
];

export class DuplicateFinder {
  /** Field and value → the first row. */
  private readonly firstRows = new Map<string, number>();
  private readonly found = new Map<number, Duplicate>();

  add(row: number, identity: Identity): void {
    for (const [field, rejected] of fields) {
      const value = identity[field];
      if (typeof value !== 'string') continue;
      const key = `${field} ${field === 'username' ? searchKey(value) : value}`;
      const first = this.firstRows.get(key);
      if (first === undefined) this.firstRows.set(key, row);
      else for (const one of [first, row]) this.found.set(one, { rejected, field });
    }
  }

  /** Returns the rejected rows by number, after all rows were added. */
  duplicates(): ReadonlyMap<number, Duplicate> {
    return this.found;
  }
}
