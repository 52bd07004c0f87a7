// The one transaction of `apply`: writes everything that was prepared, or nothing.

import type { Queries } from '../../../database/connect.ts';
import type { EndedSession, RevokeUsers } from '../../../sessions/revocation.ts';
import type { GroupSpec } from '../parse/manifest.ts';
import type { ChangeableColumn, StagedUser } from './columns.ts';
import type { StagingConnection } from './staging.ts';
import { clearMovedTaxIds, insertUsers, updateUsers } from './write-users.ts';

/** Another writer changed a planned record, or applied the same manifest with `--once`. */
export class ConflictError extends Error {
  override name = 'ConflictError';
  readonly by: 'another change' | 'same manifest';
  constructor(by: ConflictError['by']) {
    super(`conflict with ${by}`);
    this.by = by;
  }
}

export type Prepared = {
  groups: readonly GroupSpec[];
  /** The rows of the staging table; decide which statements run. */
  staged: readonly StagedUser[];
  /** Columns that change for any of them. */
  columns: readonly ChangeableColumn[];
  revokeUsers: RevokeUsers;
  /** Returns false if an application has changed since it was read. */
  writeApplications(queries: Queries): Promise<boolean>;
  once: string | undefined;
};

async function recordManifest(connection: StagingConnection, name: string, at: number) {
  const { numInsertedOrUpdatedRows } = await connection
    .insertInto('applied_manifests')
    .values({ name, applied_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new ConflictError('same manifest');
}

async function writeGroups(
  connection: StagingConnection,
  groups: readonly GroupSpec[],
  at: number,
) {
  for (const { name, title } of groups) {
    const given = title === undefined ? undefined : { title: JSON.stringify(title) };
    await connection
      .insertInto('groups')
      .values({ name, created_at: at, ...given })
      .onConflict((conflict) =>
        given ? conflict.column('name').doUpdateSet(given) : conflict.doNothing(),
      )
      .execute();
  }
}

/** Users whose password this manifest set, or whom it disabled or enabled. */
const usersToRevoke = (connection: StagingConnection) =>
  connection
    .selectFrom('staged_users')
    .select('id')
    .where((or) => or.or([or('sets_disabled', '=', 1), or('sets_password', '=', 1)]))
    .where('expected_version', 'is not', null)
    .$asScalar();

async function writeUsers(
  connection: StagingConnection,
  { staged, columns, revokeUsers }: Prepared,
  at: number,
): Promise<EndedSession[]> {
  const changed = staged.filter((user) => user.expected_version !== null);
  if (staged.some((user) => user.gives_up_tax_id === 1)) await clearMovedTaxIds(connection);
  if (changed.length < staged.length) await insertUsers(connection, at);
  if (!(await updateUsers(connection, changed, columns, at)))
    throw new ConflictError('another change');
  if (changed.every((user) => user.sets_disabled === 0 && user.sets_password === 0)) return [];
  return revokeUsers(connection, { users: usersToRevoke(connection), scope: 'credentials', at });
}

/**
 * Returns the sessions that it ended. `at` in epoch milliseconds.
 * @throws {ConflictError}; a unique violation if another writer took a name or tax number.
 */
export async function commit(
  connection: StagingConnection,
  prepared: Prepared,
  at: number,
): Promise<EndedSession[]> {
  return connection.transaction().execute(async (transaction) => {
    if (prepared.once !== undefined) await recordManifest(transaction, prepared.once, at);
    await writeGroups(transaction, prepared.groups, at);
    const ended = await writeUsers(transaction, prepared, at);
    if (!(await prepared.writeApplications(transaction))) throw new ConflictError('another change');
    return ended;
  });
}
