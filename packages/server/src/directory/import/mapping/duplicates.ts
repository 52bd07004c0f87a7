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
  /** Value → the first row. One map for each field: texts that name the field would need twice the memory. */
  private readonly firstRows = fields.map(() => new Map<string, number>());
  private readonly found = new Map<number, Duplicate>();

  add(row: number, identity: Identity): void {
    for (const [index, [field, rejected]] of fields.entries()) {
      const value = identity[field];
      const firstRows = this.firstRows[index];
      if (typeof value !== 'string' || !firstRows) continue;
      const key = field === 'username' ? searchKey(value) : value;
      const first = firstRows.get(key);
      if (first === undefined) firstRows.set(key, row);
      else for (const one of [first, row]) this.found.set(one, { rejected, field });
    }
  }

  /** Returns the rejected rows by number, after all rows were added. */
  duplicates(): ReadonlyMap<number, Duplicate> {
    return this.found;
  }
}
