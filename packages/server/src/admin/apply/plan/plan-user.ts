// Compares the entry of a user with the stored row: the row to write, and the fields that change. Pure.

import { emailKey } from '@brama/contract/sign-in/login-name';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { UserSpec } from '../parse/user-spec.ts';
import type { ChangeableColumn, StagedUser, StoredUser } from '../write/staging.ts';
import type { RecordChange } from './record-change.ts';

export type PlannedUser = {
  spec: UserSpec;
  row: StagedUser;
  /** Fields that change, by their names in the manifest. A plain password is added when it was compared. */
  changed: Field[];
  /** Stored columns of these fields; empty for a new user. */
  before: Partial<StoredUser>;
  /** Hash of the password that a manifest set before the user chose another. */
  given: string | null;
};

/** The base of a new user. */
const emptyUser = {
  username: '',
  full_name: '',
  full_name_en: null,
  given_name: null,
  email: null,
  email_key: null,
  student_id: null,
  employee_id: null,
  tax_id_hash: null,
  data: '{}',
  groups: '[]',
  password_hash: null,
  password_renewed_from: null,
  disabled: 0,
} as const;

function orStored<T>(given: T | undefined, stored: T): T {
  return given === undefined ? stored : given;
}

/** Returns the stored list if it has the same groups in another order. */
function groupsOf(given: UserSpec['groups'], stored: string): string {
  if (given === undefined) return stored;
  const text = JSON.stringify(given ?? []);
  return text === JSON.stringify(JSON.parse(stored).sort()) ? stored : text;
}

type Passwords = Pick<StoredUser, 'password_hash' | 'password_renewed_from'>;

/**
 * Returns the hash to store. Keeps the stored one if it replaced the given hash: at a sign-in with stronger parameters,
 * or when the user chose another password.
 */
function passwordHashOf({ password }: UserSpec, stored: Passwords): string | null {
  if (password === 'none') return null;
  if (!password || 'plain' in password) return stored.password_hash;
  const renewed = stored.password_renewed_from;
  return renewed !== null && renewed === hashSecret(password.hash)
    ? stored.password_hash
    : password.hash;
}

/** Field of the manifest → column. */
const columnOf = {
  username: 'username',
  fullName: 'full_name',
  fullNameEn: 'full_name_en',
  givenName: 'given_name',
  email: 'email',
  groups: 'groups',
  studentId: 'student_id',
  employeeId: 'employee_id',
  taxId: 'tax_id_hash',
  data: 'data',
  disabled: 'disabled',
  password: 'password_hash',
} as const;

type Field = keyof typeof columnOf;
const fields = Object.entries(columnOf) as [Field, (typeof columnOf)[Field]][];

function rowOf(spec: UserSpec, stored: StoredUser | undefined): StagedUser {
  const base = stored ?? emptyUser;
  const email = orStored(spec.email, base.email);
  const row = {
    id: stored?.id ?? '',
    username: spec.username,
    username_key: spec.usernameKey,
    full_name: orStored(spec.fullName, base.full_name),
    full_name_en: orStored(spec.fullNameEn, base.full_name_en),
    given_name: orStored(spec.givenName, base.given_name),
    email,
    email_key: email === base.email ? base.email_key : email && emailKey(email),
    student_id: orStored(spec.studentId, base.student_id),
    employee_id: orStored(spec.employeeId, base.employee_id),
    tax_id_hash: orStored(spec.taxIdHash, base.tax_id_hash),
    data: orStored(spec.data, base.data),
    groups: groupsOf(spec.groups, base.groups),
    password_hash: passwordHashOf(spec, base),
    disabled: spec.disabled === undefined ? base.disabled : Number(spec.disabled),
  };
  return {
    ...row,
    expected_version: stored?.version ?? null,
    sets_tax_id: Number(row.tax_id_hash !== base.tax_id_hash),
    sets_password: Number(row.password_hash !== base.password_hash),
    sets_disabled: Number(row.disabled !== base.disabled),
    gives_up_tax_id: 0,
  };
}

/** Returns the user after the manifest. A new user gets an id later, when the order of writing is known. */
export function planUser(spec: UserSpec, stored: StoredUser | undefined): PlannedUser {
  const base = stored ?? emptyUser;
  const row = rowOf(spec, stored);
  const changed = fields
    .filter(([, column]) => row[column] !== base[column])
    .map(([field]) => field);
  const before = stored
    ? Object.fromEntries(changed.map((field) => [columnOf[field], base[columnOf[field]]]))
    : {};
  return { spec, row, changed, before, given: stored?.password_given ?? null };
}

/** Converts columns to values of a manifest; hashes stay hashes. */
const readColumn: Partial<Record<Field, (value: never) => unknown>> = {
  groups: (text: string) => JSON.parse(text),
  data: (text: string) => JSON.parse(text),
  disabled: Boolean,
};

/** Returns the changed fields of a user before and after, by their names in the manifest. */
export function changeOf({ spec, row, changed, before }: PlannedUser): RecordChange {
  const fieldsOf = (columns: Partial<StoredUser>) =>
    Object.fromEntries(
      changed.flatMap((field) => {
        const value = columns[columnOf[field]];
        if (value === undefined) return [];
        return [[field, readColumn[field]?.(value as never) ?? value]];
      }),
    );
  return {
    kind: 'user',
    name: spec.username,
    isNew: row.expected_version === null,
    before: fieldsOf(before),
    after: fieldsOf(row),
  };
}

/** Returns the columns that change for any of these users, without the password, which `commit.ts` adds. */
export function changedColumns(users: readonly PlannedUser[]): ChangeableColumn[] {
  const columns = new Set<ChangeableColumn>();
  for (const field of new Set(users.flatMap(({ changed }) => changed))) {
    const column = columnOf[field];
    if (column !== 'password_hash') columns.add(column);
    if (column === 'email') columns.add('email_key');
  }
  return [...columns];
}
