// Reads groups and users in the form of a manifest. Every field of a manifest has a row here; those of newer manifests would not
// compile without one.

import type { Role } from '@brama/contract/admin/roles';
import { isoTimeOrNull } from '../../admin/times.ts';
import type { Database } from '../../database/connect.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import { hasPeriod, type Membership } from '../../users/lifecycle/effective-state.ts';
import { membershipsOf, periodsOf } from '../../users/lifecycle/lifecycle-store.ts';
import { rolesOfUsers } from '../../users/roles/role-store.ts';
import type { GroupSpec } from '../apply/parse/manifest.ts';
import type { UserChecks } from '../apply/parse/user-fields.ts';

const columns = [
  ...([
    'id',
    'username',
    'username_key',
    'full_name',
    'full_name_en',
    'given_name',
    'email',
  ] as const),
  ...(['student_id', 'employee_id', 'tax_id_hash', 'data', 'groups', 'password_hash'] as const),
  ...(['disabled_by_administrator', 'valid_from', 'valid_until'] as const),
] as const;

type Row = Pick<UsersTable, (typeof columns)[number]> & {
  sponsor: string | null;
  periods: readonly Membership[];
  roles: readonly Role[];
};

function membershipEntry(membership: Membership) {
  const { group: name, validFrom, validUntil } = membership;
  if (!hasPeriod(membership)) return name;
  return { name, validFrom: isoTimeOrNull(validFrom), validUntil: isoTimeOrNull(validUntil) };
}

/** Field of a manifest → its value. The hashes take the place of `password` and `taxId`. */
const userFields = {
  username: ({ username }) => username,
  fullName: ({ full_name }) => full_name,
  fullNameEn: ({ full_name_en }) => full_name_en,
  givenName: ({ given_name }) => given_name,
  email: ({ email }) => email,
  groups: ({ groups, periods }) => membershipsOf(JSON.parse(groups), periods).map(membershipEntry),
  studentId: ({ student_id }) => student_id,
  employeeId: ({ employee_id }) => employee_id,
  taxIdHash: ({ tax_id_hash }) => tax_id_hash,
  data: ({ data }) => JSON.parse(data),
  validFrom: ({ valid_from }) => isoTimeOrNull(valid_from),
  validUntil: ({ valid_until }) => isoTimeOrNull(valid_until),
  sponsor: ({ sponsor }) => sponsor,
  roles: ({ roles }) => roles,
  passwordHash: ({ password_hash }) => password_hash,
  disabled: ({ disabled_by_administrator }) => disabled_by_administrator === 1,
} satisfies Record<Exclude<keyof UserChecks, 'password' | 'taxId'>, (row: Row) => unknown>;

const entriesOf = Object.entries<(row: Row) => unknown>(userFields);

/** So many users are in memory at once. */
const pageSize = 500;

/** Returns the users by username, in the form of a manifest. */
export async function* exportedUsers(db: Database): AsyncGenerator<object> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('users')
      .leftJoin('users as sponsor', 'sponsor.id', 'users.sponsor_id')
      .select(columns.map((column) => `users.${column}` as const))
      .select('sponsor.username as sponsor')
      .where('users.username_key', '>', after)
      .where('users.erased_at', 'is', null)
      .orderBy('users.username_key')
      .limit(pageSize)
      .execute();
    const ids = rows.map(({ id }) => id);
    const periods = await periodsOf(db, ids);
    const roles = await rolesOfUsers(db, ids);
    for (const row of rows) {
      const full: Row = {
        ...row,
        periods: periods.get(row.id) ?? [],
        roles: roles.get(row.id) ?? [],
      };
      yield Object.fromEntries(entriesOf.map(([field, read]) => [field, read(full)]));
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.username_key;
  }
}

/** Returns the groups by name, in the form of a manifest. */
export async function exportedGroups(db: Database): Promise<object[]> {
  const rows = await db
    .selectFrom('groups')
    .select(['name', 'title', 'second_factor'])
    .orderBy('name')
    .execute();
  return rows.map(
    ({ name, title, second_factor }) =>
      ({
        name,
        // a stored title cannot be removed by a manifest
        title: title ? JSON.parse(title) : undefined,
        secondFactor: (second_factor ?? null) as GroupSpec['secondFactor'],
      }) satisfies Record<keyof GroupSpec, unknown>,
  );
}
