// The last step of a restore, in one transaction: migrates, ends all access, applies the list of changes, and leaves the mark of the
// restore. Before it no server and no other command opens the database.

import type { Logger } from 'pino';
import { connect, type DatabaseAddress, forCommands } from '../../database/connect.ts';
import { removeFact, replaceFact } from '../../database/installation.ts';
import { migrate } from '../../database/migrate.ts';
import type { HashUsername } from '../../users/lifecycle/former-usernames.ts';
import { hasAdministrator } from '../../users/roles/role-store.ts';
import type { HashExternalId } from '../../users/sources/erased-persons.ts';
import type { Header } from '../backup/container.ts';
import { inCommand } from '../run-command.ts';
import { type Applied, applyChanges } from './apply-changes.ts';
import type { Changes } from './changes-list.ts';
import { endAllAccess } from './end-access.ts';

export type Finished = Applied & {
  migrations: readonly string[];
  hasAdministrator: boolean;
};

type Deps = {
  header: Header;
  changes: Changes;
  hashUsername: HashUsername;
  hashExternalId: HashExternalId;
  log: Logger;
};

function failed(error: Error): never {
  throw error;
}

/** Finishes the restore of this database. @throws {Refusal} for a list with unknown users: then all of it can be repeated. */
export async function finishRestore(
  address: DatabaseAddress,
  { header, changes, hashUsername, hashExternalId, log }: Deps,
): Promise<Finished> {
  const onTrouble =
    'sqliteFile' in address ? failed : (err: Error) => log.warn({ err }, 'database trouble');
  const db = await connect(address, onTrouble, forCommands);
  try {
    const { applied: migrations } = await migrate(db);
    const at = Date.now();
    const applied = await inCommand(db, log, async (change) => {
      const { queries } = change;
      await endAllAccess(change, at);
      const hashes = { hashUsername, hashExternalId };
      const applied = await applyChanges(change, changes, { ...hashes, at });
      await removeFact(queries, 'restore-unfinished');
      const mark = { backup: header.createdAt, sha256: header.copy.sha256 };
      await replaceFact(queries, { name: 'restored', value: JSON.stringify(mark), at });
      const users = applied.disabled + applied.erased + applied.roles;
      const details = { from: header.createdAt };
      await change.record({ type: 'database.restored', users, details });
      return applied;
    });
    return { ...applied, migrations, hasAdministrator: await hasAdministrator(db) };
  } finally {
    await db.destroy();
  }
}
