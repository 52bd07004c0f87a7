// What is wanted of a user beside what is stored: the row to write, and the fields that change. Pure.

import { hashSecret } from '../../../crypto/secrets.ts';
import type { UsersTable } from '../../../database/schema.ts';
import { emailKey } from '../../../users/user.ts';
import type { WantedUser } from '../parse/user-spec.ts';
import type { StagedUser } from '../write/staging.ts';
import type { ChangeableColumn } from '../write/write-users.ts';
import type { RecordChange } from './record-change.ts';

export const storedColumns = [
  'id',
  'username',
  'username_key',
  'full_name',
  'email',
  'email_key',
  'student_id',
  'employee_id',
  'tax_id_hash',
  'data',
  'groups',
  'password_hash',
  'password_renewed_from',
  'password_given',
  'disabled',
  'version',
] as const;

export type StoredUser = Pick<UsersTable, (typeof storedColumns)[number]>;

export type PlannedUser = {
  wanted: WantedUser;
  row: StagedUser;
  /** Fields that change, by their names in the manifest. A plain password joins them when compared. */
  changed: Field[];
  /** Columns of these fields as they are stored; empty for a new user. */
  before: Partial<StoredUser>;
  /** A hash of the password that was given before its user chose another. */
  given: string | null;
};

/** What a new user is compared with. */
const nobody = {
  username: '',
  full_name: '',
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

function kept<T>(wanted: T | undefined, stored: T): T {
  return wanted === undefined ? stored : wanted;
}

/** The stored list when it holds the same groups, in whatever order. */
function groupsOf(wanted: WantedUser['groups'], stored: string): string {
  if (wanted === undefined) return stored;
  const text = JSON.stringify(wanted ?? []);
  return text === JSON.stringify(JSON.parse(stored).sort()) ? stored : text;
}

type Passwords = Pick<StoredUser, 'password_hash' | 'password_renewed_from'>;

/** The hash to store. One that has since been replaced stays so: by sign-in, or by a password its user has chosen. */
function passwordHashOf({ password }: WantedUser, stored: Passwords): string | null {
  if (password === 'none') return null;
  if (!password || 'plain' in password) return stored.password_hash;
  const renewed = stored.password_renewed_from;
  return renewed !== null && renewed === hashSecret(password.hash)
    ? stored.password_hash
    : password.hash;
}

/** Field of the manifest and its column. */
const columnOf = {
  username: 'username',
  fullName: 'full_name',
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

/** The user after `wanted`. A new one gets its id when the order of writing is known. */
export function planUser(wanted: WantedUser, stored: StoredUser | undefined): PlannedUser {
  const base = stored ?? nobody;
  const disabled = wanted.disabled === undefined ? undefined : Number(wanted.disabled);
  const row: StagedUser = {
    id: stored?.id ?? '',
    username: wanted.username,
    username_key: wanted.usernameKey,
    full_name: kept(wanted.fullName, base.full_name),
    email: kept(wanted.email, base.email),
    email_key: base.email_key,
    student_id: kept(wanted.studentId, base.student_id),
    employee_id: kept(wanted.employeeId, base.employee_id),
    tax_id_hash: kept(wanted.taxIdHash, base.tax_id_hash),
    data: kept(wanted.data, base.data),
    groups: groupsOf(wanted.groups, base.groups),
    password_hash: passwordHashOf(wanted, base),
    disabled: kept(disabled, base.disabled),
    expected_version: stored?.version ?? null,
    sets_tax_id: 0,
    sets_password: 0,
    sets_disabled: 0,
    gives_up_tax_id: 0,
  };
  const changed = fields
    .filter(([, column]) => row[column] !== base[column])
    .map(([field]) => field);
  if (row.email !== base.email) row.email_key = row.email === null ? null : emailKey(row.email);
  row.sets_tax_id = Number(row.tax_id_hash !== base.tax_id_hash);
  row.sets_password = Number(row.password_hash !== base.password_hash);
  row.sets_disabled = Number(row.disabled !== base.disabled);
  const before = stored
    ? Object.fromEntries(changed.map((field) => [columnOf[field], base[columnOf[field]]]))
    : {};
  return { wanted, row, changed, before, given: stored?.password_given ?? null };
}

/** Values of columns as a manifest writes them; hashes stay hashes. */
const readColumn: Partial<Record<Field, (value: never) => unknown>> = {
  groups: (text: string) => JSON.parse(text),
  data: (text: string) => JSON.parse(text),
  disabled: Boolean,
};

/** Returns the changed fields of a user before and after, by their names in the manifest. */
export function changeOf({ wanted, row, changed, before }: PlannedUser): RecordChange {
  const fieldsOf = (columns: Partial<StoredUser>) =>
    Object.fromEntries(
      changed.flatMap((field) => {
        const value = columns[columnOf[field]];
        if (value === undefined) return [];
        return [[field, readColumn[field]?.(value as never) ?? value]];
      }),
    );
  const isNew = row.expected_version === null;
  return {
    kind: 'user',
    name: wanted.username,
    isNew,
    before: fieldsOf(before),
    after: fieldsOf(row),
  };
}

/** Columns that change for any of these users; those of the password are another matter. */
export function changedColumns(users: readonly PlannedUser[]): ChangeableColumn[] {
  const columns = new Set<ChangeableColumn>();
  for (const field of new Set(users.flatMap(({ changed }) => changed))) {
    const column = columnOf[field];
    if (column !== 'password_hash') columns.add(column);
    if (column === 'email') columns.add('email_key');
  }
  return [...columns];
}
