// The one transaction of `apply`: writes everything that was prepared, or nothing. `users/changes/` writes the users.

import { sql } from 'kysely';
import type { Queries } from '../../../database/connect.ts';
import type { NewEvent } from '../../../events/event.ts';
import type { EndedSession, RevokeUsers } from '../../../sessions/revocation.ts';
import type { StagingConnection } from '../../../users/changes/staged/staging.ts';
import {
  ConflictError,
  type StagedReports,
  type StagedUsers,
  writeStagedUsers,
} from '../../../users/changes/staged/write-users.ts';
import type { ByHand } from '../../../users/sources/combine-sources.ts';
import { shortenLeft, storeByHand } from '../../../users/sources/link-store.ts';
import { groupColumnsFrom } from '../../groups/group-fields.ts';
import type { GroupSpec } from '../parse/manifest.ts';
import { reason } from './record-changes.ts';

export type Prepared = {
  groups: readonly GroupSpec[];
  users: StagedUsers;
  /** What users of sources have by hand afterwards, by their ids. */
  byHand: ReadonlyMap<string, ByHand>;
  /** The ends that users of sources get, by their ids. */
  ends: ReadonlyMap<string, number>;
  recordEvents: StagedReports['recordEvents'];
  /** Of groups and applications. */
  events: readonly NewEvent[];
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
  for (const { name, ...facts } of groups) {
    const given = groupColumnsFrom(facts);
    await connection
      .insertInto('groups')
      .values({ name, created_at: at, ...given })
      .onConflict((conflict) =>
        Object.keys(given).length > 0
          ? conflict.column('name').doUpdateSet({ ...given, version: sql`groups.version + 1` })
          : conflict.doNothing(),
      )
      .execute();
  }
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
  const { users, recordEvents, revokeUsers } = prepared;
  return connection.transaction().execute(async (transaction) => {
    if (prepared.once !== undefined) await recordManifest(transaction, prepared.once, at);
    await writeGroups(transaction, prepared.groups, at);
    const by = { actor: 'administrator' } as const;
    const reports = { recordEvents, revokeUsers, reason, by } as const;
    const ended = await writeStagedUsers(transaction, users, reports, at);
    await storeByHand(transaction, prepared.byHand);
    await shortenLeft(transaction, prepared.ends);
    if (!(await prepared.writeApplications(transaction))) throw new ConflictError('another change');
    await recordEvents(transaction, prepared.events);
    return ended;
  });
}
