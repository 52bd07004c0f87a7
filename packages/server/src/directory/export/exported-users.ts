// Reads groups and users in the form of a manifest. A field of a manifest that is no field of the record has a row here, or it does
// not compile.

import type { Role } from '@brama/contract/admin/roles';
import type { UserFieldName } from '@brama/contract/users/fields';
import { isoTimeOrNull } from '../../admin/times.ts';
import type { Database } from '../../database/connect.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import { factColumns, factsFrom } from '../../users/columns.ts';
import { hasPeriod, type Membership } from '../../users/lifecycle/effective-state.ts';
import { membershipsOf, periodsOf } from '../../users/lifecycle/lifecycle-store.ts';
import { rolesOfUsers } from '../../users/roles/role-store.ts';
import type { UserEntry } from '../apply/parse/user-entry.ts';
import { givenFactsFrom, groupColumns } from '../groups/group-fields.ts';

const columns = [
  'id',
  ...factColumns,
  'username_key',
  'tax_id_hash',
  'groups',
  'password_hash',
  'disabled_by_administrator',
  'disabled_note',
  'valid_from',
  'valid_until',
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

/** Further field of a manifest → its value. The hashes take the place of `password` and `taxId`. */
const otherFields = {
  groups: ({ groups, periods }) => membershipsOf(JSON.parse(groups), periods).map(membershipEntry),
  taxIdHash: ({ tax_id_hash }) => tax_id_hash,
  validFrom: ({ valid_from }) => isoTimeOrNull(valid_from),
  validUntil: ({ valid_until }) => isoTimeOrNull(valid_until),
  sponsor: ({ sponsor }) => sponsor,
  roles: ({ roles }) => roles,
  passwordHash: ({ password_hash }) => password_hash,
  disabled: ({ disabled_by_administrator }) => disabled_by_administrator === 1,
  disabledNote: ({ disabled_note }) => disabled_note,
} satisfies Record<
  Exclude<keyof UserEntry['shape'], UserFieldName | 'password' | 'taxId'>,
  (row: Row) => unknown
>;

const otherEntries = Object.entries<(row: Row) => unknown>(otherFields);

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
      const others = otherEntries.map(([field, read]) => [field, read(full)]);
      yield { ...factsFrom(full), ...Object.fromEntries(others) };
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
    .select(['name', ...groupColumns])
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ name: row.name, ...givenFactsFrom(row) }));
}
