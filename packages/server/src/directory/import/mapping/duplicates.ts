// Finds rows of one file that cannot be different persons. Two of them have one id, one username, one tax number or one user, or the username
// of one is the address of the other. All of these rows are rejected, because none of them is known to be the right one. Two rows may have one address.

import type { ImportCode } from '@brama/contract/admin/imports/codes';
import { searchKey } from '@brama/contract/sign-in/login-name';

export type Identity = {
  externalId: string;
  username?: string | undefined;
  email?: string | null | undefined;
  /** The keyed hash: the number itself is not kept. */
  taxIdHash?: string | null | undefined;
  /** By which the source names known users. */
  agreedId?: { field: string; value: string } | undefined;
};

/** `other`: the row that is the cause. */
export type Duplicate = { rejected: ImportCode; field: string; other: number };

type FirstRows = Map<string, number>;

/** Returns the first row with this value, if it is another one. Notes the row as the first one otherwise. */
function firstOther(rows: FirstRows, value: string | null | undefined, row: number) {
  if (typeof value !== 'string') return undefined;
  const first = rows.get(value);
  if (first === undefined) rows.set(value, row);
  return first;
}

export class DuplicateFinder {
  /** Value → the first row. One map for each field: texts that name the field would need twice the memory. */
  private readonly taxIds: FirstRows = new Map();
  private readonly usernames: FirstRows = new Map();
  private readonly externalIds: FirstRows = new Map();
  private readonly emails: FirstRows = new Map();
  private readonly agreedIds: FirstRows = new Map();
  private readonly users: FirstRows = new Map();
  private readonly found = new Map<number, Duplicate>();
  /** Row → another one with its address. */
  private readonly foundEmails = new Map<number, number>();

  add(row: number, { externalId, username, email, taxIdHash, agreedId }: Identity): void {
    const key = username && searchKey(username);
    const address = email && searchKey(email);
    this.note(row, firstOther(this.taxIds, taxIdHash, row), 'duplicate-tax-number', 'taxIdHash');
    this.note(row, firstOther(this.usernames, key, row), 'duplicate-username', 'username');
    if (agreedId) {
      const sameAgreed = firstOther(this.agreedIds, agreedId.value, row);
      this.note(row, sameAgreed, 'duplicate-agreed-id', agreedId.field);
    }
    const sameId = firstOther(this.externalIds, externalId, row);
    this.note(row, sameId, 'duplicate-external-id', 'externalId');
    const sameEmail = firstOther(this.emails, address, row);
    if (sameEmail !== undefined) this.foundEmails.set(sameEmail, row).set(row, sameEmail);
    if (key) this.note(row, this.emails.get(key), 'username-is-address', 'username');
    if (address) this.note(row, this.usernames.get(address), 'email-is-username', 'email');
  }

  /** Adds the known user whom the row would be linked to. */
  addUser(row: number, userId: string): void {
    const other = firstOther(this.users, userId, row);
    if (!this.found.has(row)) this.note(row, other, 'duplicate-user', 'externalId');
  }

  private note(row: number, other: number | undefined, rejected: ImportCode, field: string): void {
    if (other === undefined || other === row) return;
    this.found.set(other, { rejected, field, other: row });
    this.found.set(row, { rejected, field, other });
  }

  /** Returns the rejected rows by number, after all rows were added. */
  duplicates(): ReadonlyMap<number, Duplicate> {
    return this.found;
  }

  /** Returns the rows that have the address of another row, with that row. */
  sameEmails(): ReadonlyMap<number, number> {
    return this.foundEmails;
  }
}
