// The columns of `users` that a manifest reads and writes.

import type { UsersTable } from '../../../database/schema.ts';

/** Copied from the staging table. */
export const writtenColumns = [
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
  'disabled',
] as const;

export const storedColumns = [
  ...writtenColumns,
  'password_renewed_from',
  'password_given',
  'version',
] as const;

/** Integers of the staging table only. */
export const stagingFlags = [
  'expected_version',
  'sets_tax_id',
  'sets_password',
  'sets_disabled',
  'gives_up_tax_id',
] as const;

export type StoredUser = Pick<UsersTable, (typeof storedColumns)[number]>;

export type StagedUser = Pick<UsersTable, (typeof writtenColumns)[number]> & {
  /** Version that the change was computed from; null for a new user. */
  expected_version: number | null;
  /** 0 or 1. These columns are written only if they change. */
  sets_tax_id: number;
  sets_password: number;
  sets_disabled: number;
  /** 1 if another staged user takes over the tax number. */
  gives_up_tax_id: number;
};

/** Columns that can change, without the password: a sign-in can change that at the same time. */
export type ChangeableColumn = Exclude<
  (typeof writtenColumns)[number],
  'id' | 'username_key' | 'password_hash'
>;
