// Warns the owners of an application before one of its secrets ends: 30 days, 7 days and one day ahead, each once over all nodes.

import type { Database } from '../../database/connect.ts';
import type { Application } from '../application.ts';

const warningDays = [1, 7, 30] as const;
const dayMs = 24 * 3_600_000;

/** A secret that ends soon. `expiresAt` in epoch milliseconds. */
export type EndingSecret = {
  ownerIds: readonly string[];
  title: Application['title'];
  name: string;
  expiresAt: number;
};

type Deps = {
  db: Database;
  applications(): Promise<readonly Application[]>;
  /** Sends the emails later. Never throws. */
  warn(ending: EndingSecret): void;
  now: () => number;
};

/** Returns which warning is due; undefined for none, and for a secret that has ended. */
function daysDue(expiresAt: number, now: number): number | undefined {
  if (expiresAt <= now) return undefined;
  return warningDays.find((days) => expiresAt - now <= days * dayMs);
}

/** Returns false if this or another node has sent the warning already. */
async function claim(db: Database, applicationId: string, secretId: string, days: number) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('application_secret_uses')
    .values({
      application_id: applicationId,
      secret_id: secretId,
      used_at: null,
      warned_days: days,
    })
    .onConflict((on) =>
      on
        .columns(['application_id', 'secret_id'])
        .doUpdateSet({ warned_days: days })
        .where((is) =>
          is.or([
            is('application_secret_uses.warned_days', 'is', null),
            is('application_secret_uses.warned_days', '>', days),
          ]),
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function ownersOf(db: Database, applicationId: string): Promise<string[]> {
  const owners = db.selectFrom('application_owners').select('user_id');
  const rows = await owners.where('application_id', '=', applicationId).execute();
  return rows.map(({ user_id: id }) => id);
}

/** Sends the warnings that are due. An application without owners gets none until it has one. */
export async function warnOfEndingSecrets({ db, applications, warn, now }: Deps): Promise<void> {
  for (const { id, title, secrets = [] } of await applications())
    for (const { id: secretId, name, expiresAt } of secrets) {
      const days = daysDue(expiresAt, now());
      if (days === undefined) continue;
      const ownerIds = await ownersOf(db, id);
      if (ownerIds.length === 0 || !(await claim(db, id, secretId, days))) continue;
      warn({ ownerIds, title, name, expiresAt });
    }
}
