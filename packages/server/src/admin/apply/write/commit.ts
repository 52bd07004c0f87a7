// The one transaction of `apply`: everything that was prepared becomes true at once, or nothing does.

import type { Queries } from '../../../database/connect.ts';
import type { EndedSession, RevokeUsers } from '../../../sessions/revocation.ts';
import type { StagedUser, StagingConnection } from './staging.ts';
import { type ChangeableColumn, freeTaxIds, insertUsers, updateUsers } from './write-users.ts';

/** What was planned no longer fits what the database holds, or `--once` was meant for somebody faster. */
export class OvertakenError extends Error {
  override name = 'OvertakenError';
  readonly by: 'a change' | 'the same manifest';
  constructor(by: OvertakenError['by']) {
    super(`overtaken by ${by}`);
    this.by = by;
  }
}

export type Switch = {
  groups: readonly string[];
  /** The rows in the staging table, so that no statement runs in vain. */
  staged: readonly StagedUser[];
  /** Columns that change for any of them. */
  columns: readonly ChangeableColumn[];
  revokeUsers: RevokeUsers;
  /** Writes applications; false when one of them has changed since it was read. */
  writeApplications(queries: Queries): Promise<boolean>;
  once: string | undefined;
};

async function mark(connection: StagingConnection, name: string, at: number) {
  const { numInsertedOrUpdatedRows } = await connection
    .insertInto('applied_manifests')
    .values({ name, applied_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new OvertakenError('the same manifest');
}

async function addGroups(connection: StagingConnection, groups: readonly string[], at: number) {
  if (groups.length === 0) return;
  await connection
    .insertInto('groups')
    .values(groups.map((name) => ({ name, created_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Users whose password this manifest set, or whom it disabled or enabled. */
const usersToRevoke = (connection: StagingConnection) =>
  connection
    .selectFrom('staged_users')
    .select('id')
    .where((or) => or.or([or('sets_disabled', '=', 1), or('sets_password', '=', 1)]))
    .where('expected_version', 'is not', null)
    .$asScalar();

/** Returns the sessions it has ended. @throws {OvertakenError} */
async function writeUsers(
  connection: StagingConnection,
  { staged, columns, revokeUsers }: Switch,
  at: number,
): Promise<EndedSession[]> {
  const changed = staged.filter((user) => user.expected_version !== null);
  if (staged.some((user) => user.gives_up_tax_id === 1)) await freeTaxIds(connection);
  if (changed.length < staged.length) await insertUsers(connection, at);
  if (!(await updateUsers(connection, changed, columns, at))) throw new OvertakenError('a change');
  const endsSessions = changed.some((user) => user.sets_disabled === 1 || user.sets_password === 1);
  if (!endsSessions) return [];
  const users = usersToRevoke(connection);
  return revokeUsers(connection, { users, scope: 'credentials', at });
}

/**
 * Returns the sessions it has ended; `at` in epoch milliseconds.
 * @throws {OvertakenError}; a unique violation where somebody else took a name or tax number.
 */
export async function switchOver(
  connection: StagingConnection,
  wanted: Switch,
  at: number,
): Promise<EndedSession[]> {
  return connection.transaction().execute(async (transaction) => {
    if (wanted.once !== undefined) await mark(transaction, wanted.once, at);
    await addGroups(transaction, wanted.groups, at);
    const ended = await writeUsers(transaction, wanted, at);
    if (!(await wanted.writeApplications(transaction))) throw new OvertakenError('a change');
    return ended;
  });
}
