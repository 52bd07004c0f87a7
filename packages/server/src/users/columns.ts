// The columns of the fields of a user, and what a row has without values. The column of a field has its name in snake case.

import { emailKey, searchKey } from '@brama/contract/sign-in/login-name';
import {
  type UserFacts,
  type UserFieldName,
  userFieldNames,
  userFields,
} from '@brama/contract/users/fields';
import type { UsersTable } from '../database/tables/user-tables.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** A field without a column in the table does not compile. */
export const columnOf = Object.fromEntries(
  userFieldNames.map((name) => [name, name.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)]),
) as { [Name in UserFieldName]: SnakeCase<Name> } satisfies Record<UserFieldName, keyof UsersTable>;

export type FactColumn = (typeof columnOf)[UserFieldName];
export const factColumns: readonly FactColumn[] = Object.values(columnOf);

export const factEntries = Object.entries(columnOf) as [UserFieldName, FactColumn][];

/** Returns the values of a row. */
export function factsFrom(row: Readonly<Pick<UsersTable, FactColumn>>): UserFacts {
  const facts: Record<string, unknown> = {};
  for (const [name, column] of factEntries)
    facts[name] = name === 'data' ? JSON.parse(row[column] ?? '') : row[column];
  return facts as UserFacts;
}

/** Values to write. A missing one stays as it is stored, null clears the field. */
export type FactChanges = {
  [Name in UserFieldName]?: UserFacts[Name] | (Name extends 'data' ? null : never) | undefined;
};

/** Columns that the server computes from a field, by which users are found. */
const keyColumns = {
  username: (username: string) => ({ username_key: searchKey(username) }),
  email: (email: string | null) => ({ email_key: email && emailKey(email) }),
};

export type FactColumns = Partial<Pick<UsersTable, FactColumn | 'username_key' | 'email_key'>>;

/** Returns the columns of the given values. */
export function columnsFrom(changes: FactChanges): FactColumns {
  const columns: Record<string, unknown> = {};
  for (const [name, column] of factEntries) {
    const value = changes[name];
    if (value !== undefined)
      columns[column] = name === 'data' ? JSON.stringify(value ?? {}) : value;
  }
  const { username, email } = changes;
  return {
    ...columns,
    ...(username !== undefined && keyColumns.username(username)),
    ...(email !== undefined && keyColumns.email(email)),
  };
}

/** Returns the fields whose given value differs from the stored one. The order of the data is shown, so it counts. */
export function changedFacts(stored: UserFacts, changes: FactChanges): UserFieldName[] {
  const isChanged = (name: UserFieldName) =>
    name === 'data'
      ? JSON.stringify(changes.data ?? {}) !== JSON.stringify(stored.data)
      : changes[name] !== stored[name];
  return userFieldNames.filter((name) => changes[name] !== undefined && isChanged(name));
}

const blankOf = (name: UserFieldName) => {
  if (name === 'data') return '{}';
  return userFields[name].clears ? null : '';
};

type BlankFacts = {
  [Name in UserFieldName as (typeof columnOf)[Name]]: UsersTable[(typeof columnOf)[Name]];
};

/** What a new row has before its values are known, and an erased one keeps. */
export const blankRow = {
  ...(Object.fromEntries(
    factEntries.map(([name, column]) => [column, blankOf(name)]),
  ) as BlankFacts),
  username_key: '',
  email_key: null,
  tax_id_hash: null,
  groups: '[]',
  password_hash: null,
  password_renewed_from: null,
  password_given: null,
  second_factor_due_at: null,
  disabled: 0,
  disabled_by_administrator: 0,
  disabled_note: null,
  valid_from: null,
  valid_until: null,
  changes_at: null,
  sponsor_id: null,
  roles_suspended_until: null,
  new_factors_count_from: null,
} satisfies Record<
  Exclude<keyof UsersTable, 'id' | 'version' | 'created_at' | 'updated_at' | 'erased_at'>,
  unknown
>;
