// Compares the entry of a user with the stored row: the row to write, and the fields that change. Pure.

import type { Role } from '@brama/contract/admin/roles';
import { emailKey } from '@brama/contract/sign-in/login-name';
import { isoTimeOrNull } from '../../../admin/times.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { UsersTable } from '../../../database/tables/user-tables.ts';
import type {
  ChangeableColumn,
  RowOfUser,
  StagedUser,
} from '../../../users/changes/staged/staging.ts';
import { columnOf, type FactColumn, factEntries } from '../../../users/columns.ts';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import { membershipsOf } from '../../../users/lifecycle/lifecycle-store.ts';
import type { Sourced } from '../../../users/sources/ownership.ts';
import type { UserSpec } from '../parse/user-spec.ts';
import {
  emptyUser,
  type LifecyclePlan,
  orStored,
  planLifecycle,
  textOf,
} from './plan-lifecycle.ts';
import type { RecordChange } from './record-change.ts';

export type PlannedUser = {
  spec: UserSpec;
  row: StagedUser;
  /** Fields that change, by their names in the manifest. A plain password is added when it was compared. */
  changed: Field[];
  /** Values of these fields before and after; `before` is empty for a new user. */
  before: Partial<Compared>;
  after: Partial<Compared>;
  /** Memberships to store with their periods; those of the stored user if they stay. */
  memberships: readonly Membership[];
  /** Roles to give and to take away. */
  roleChanges: { granted: Role[]; revoked: Role[] };
  /** The `username_key` of the sponsor after the manifest. */
  sponsorKey: string | null;
  /** What sources own of the user, and what the user has by hand. */
  sourced?: Sourced | undefined;
  /** The user before, for one with sources. */
  stored?: RowOfUser | undefined;
  /** Hash of the password that a manifest set before the user chose another. */
  given: string | null;
};

type Passwords = Pick<RowOfUser, 'password_hash' | 'password_renewed_from'>;

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

const { data, ...textColumns } = columnOf;
/** Field of the manifest → column, or what is compared in its place. A dry run shows changes in this order. */
const comparedBy = {
  ...textColumns,
  groups: 'memberships',
  taxId: 'tax_id_hash',
  data,
  disabled: 'disabled_by_administrator',
  disabledNote: 'disabled_note',
  validFrom: 'valid_from',
  validUntil: 'valid_until',
  sponsor: 'sponsor_key',
  roles: 'roles',
  password: 'password_hash',
} as const;

type Field = keyof typeof comparedBy;
type ComparedColumn = (typeof comparedBy)[Field];
const fields = Object.entries(comparedBy) as [Field, ComparedColumn][];

/** The values that decide whether a field changes. */
type Compared = Omit<StagedUser, 'memberships'> & {
  memberships: string;
  sponsor_key: string | null;
  /** JSON. */
  roles: string;
};

/** Returns the columns of the fields that the manifest gives, or else those that are stored. */
function factsOf(spec: UserSpec, base: RowOfUser | typeof emptyUser): Pick<UsersTable, FactColumn> {
  const row: Record<string, unknown> = {};
  for (const [name, column] of factEntries)
    row[column] = orStored<unknown>(spec[name], base[column]);
  return row as Pick<UsersTable, FactColumn>;
}

function rowOf(
  spec: UserSpec,
  base: RowOfUser | typeof emptyUser,
  { memberships: _, ...lifecycle }: LifecyclePlan,
): StagedUser {
  const stored = base === emptyUser ? undefined : (base as RowOfUser);
  const facts = factsOf(spec, base);
  const { email } = facts;
  const taxIdHash = orStored(spec.taxIdHash, base.tax_id_hash);
  const passwordHash = passwordHashOf(spec, base);
  return {
    id: stored?.id ?? '',
    username_key: spec.usernameKey,
    email_key: email === base.email ? base.email_key : email && emailKey(email),
    tax_id_hash: taxIdHash,
    password_hash: passwordHash,
    // its id may not be known yet
    sponsor_id: spec.sponsor === null ? null : (base.sponsor_id ?? null),
    expected_version: stored?.version ?? null,
    sets_email: Number(email !== base.email),
    former_email: base.email,
    sets_tax_id: Number(taxIdHash !== base.tax_id_hash),
    sets_password: Number(passwordHash !== base.password_hash),
    sets_disabled: Number(lifecycle.disabled !== base.disabled),
    gives_up_tax_id: 0,
    ...facts,
    ...lifecycle,
  };
}

function roleChanges(before: readonly Role[], after: readonly Role[]) {
  return {
    granted: after.filter((role) => !before.includes(role)),
    revoked: before.filter((role) => !after.includes(role)),
  };
}

/** Returns the user after the manifest at `at`. A new user gets an id later, when the order of writing is known. */
export function planUser(spec: UserSpec, stored: RowOfUser | undefined, at: number): PlannedUser {
  const base = stored ?? emptyUser;
  const lifecycle = planLifecycle(spec, base, at);
  const row = rowOf(spec, base, lifecycle);
  const roles = spec.roles ?? base.roles;
  const sponsorKey = orStored(spec.sponsor, base.sponsor_key);
  const valueBefore = (column: ComparedColumn): unknown => {
    if (column === 'memberships')
      return textOf(membershipsOf(JSON.parse(base.groups), base.periods));
    if (column === 'roles') return JSON.stringify(base.roles);
    return base[column] ?? null;
  };
  const valueAfter = (column: ComparedColumn): unknown => {
    if (column === 'memberships') return textOf(lifecycle.memberships);
    if (column === 'roles') return JSON.stringify(roles);
    return column === 'sponsor_key' ? sponsorKey : row[column];
  };
  const isChanged = (column: ComparedColumn) =>
    column === 'memberships'
      ? lifecycle.sets_groups === 1
      : valueAfter(column) !== valueBefore(column);
  const changed = fields.filter(([, column]) => isChanged(column)).map(([field]) => field);
  const valuesOf = (read: (column: ComparedColumn) => unknown) =>
    Object.fromEntries(changed.map((field) => [comparedBy[field], read(comparedBy[field])]));
  return {
    spec,
    row,
    changed,
    before: stored ? valuesOf(valueBefore) : {},
    after: valuesOf(valueAfter),
    memberships: lifecycle.memberships,
    roleChanges: roleChanges(base.roles, roles),
    sponsorKey,
    given: stored?.password_given ?? null,
  };
}

/** Converts columns to values of a manifest; hashes stay hashes. */
const readColumn: Partial<Record<Field, (value: never) => unknown>> = {
  groups: (text: string) => JSON.parse(text),
  data: (text: string) => JSON.parse(text),
  roles: (text: string) => JSON.parse(text),
  disabled: Boolean,
  validFrom: isoTimeOrNull,
  validUntil: isoTimeOrNull,
};

/** Returns the changed fields of a user before and after, by their names in the manifest. */
export function changeOf({ spec, row, changed, before, after }: PlannedUser): RecordChange {
  const fieldsOf = (values: Partial<Compared>) =>
    Object.fromEntries(
      changed.flatMap((field) => {
        const value = values[comparedBy[field]];
        if (value === undefined) return [];
        return [[field, readColumn[field]?.(value as never) ?? value]];
      }),
    );
  return {
    kind: 'user',
    name: spec.username,
    isNew: row.expected_version === null,
    before: fieldsOf(before),
    // a plain password is hashed after the comparison
    after: fieldsOf({ ...after, password_hash: row.password_hash }),
  };
}

/** Field → the columns that it changes, where these are not its own. */
const columnsOf: Partial<Record<Field, readonly ChangeableColumn[]>> = {
  email: ['email', 'email_key'],
  groups: ['groups', 'changes_at'],
  disabled: ['disabled_by_administrator', 'disabled_note', 'disabled', 'groups', 'changes_at'],
  validFrom: ['valid_from', 'disabled', 'groups', 'changes_at'],
  validUntil: ['valid_until', 'disabled', 'groups', 'changes_at'],
  sponsor: ['sponsor_id'],
  roles: [],
  password: [],
};

/** Returns the columns that change for any of these users, without the password, which `write-users.ts` adds. */
export function changedColumns(users: readonly PlannedUser[]): ChangeableColumn[] {
  const changed = [...new Set(users.flatMap(({ changed }) => changed))];
  const own = (field: Field) => [comparedBy[field]] as ChangeableColumn[];
  return [...new Set(changed.flatMap((field) => columnsOf[field] ?? own(field)))];
}
