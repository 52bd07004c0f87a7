// Stores what the portal remembers for a user about an application: favourites and the last launch. Each request changes
// one application, so that two tabs cannot overwrite each other's list.

import type { Database } from '../../database/connect.ts';
import type { Statement } from '../../database/direct.ts';
import { prepare } from '../../database/prepared.ts';

type Key = { userId: string; applicationId: string };

/** Epoch milliseconds of the last launch; null for an application that was never launched. */
export type RememberedApplication = { id: string; isFavorite: boolean; lastUsedAt: number | null };

function queriesOf(db: Database) {
  const table = () => db.insertInto('user_applications');
  return {
    ofUser: prepare(db, ({ userId }: { userId: string }) =>
      db
        .selectFrom('user_applications')
        .select(['application_id', 'favorite_at', 'last_used_at'])
        .where('user_id', '=', userId),
    ),
    add: prepare(db, ({ userId, applicationId, at }: Key & { at: number }) =>
      table()
        .values({
          user_id: userId,
          application_id: applicationId,
          favorite_at: at,
          last_used_at: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'application_id'])
            .doUpdateSet(({ ref }) => ({ favorite_at: ref('excluded.favorite_at') })),
        ),
    ),
    remove: prepare(db, ({ userId, applicationId }: Key) =>
      db
        .updateTable('user_applications')
        .set({ favorite_at: null })
        .where('user_id', '=', userId)
        .where('application_id', '=', applicationId),
    ),
    use: prepare(
      db,
      ({ userId, applicationId, at }: Key & { at: number }) =>
        table()
          .values({
            user_id: userId,
            application_id: applicationId,
            favorite_at: null,
            last_used_at: at,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'application_id'])
              .doUpdateSet(({ ref }) => ({ last_used_at: ref('excluded.last_used_at') })),
          ),
      // after a power failure one application is less recent
      { relaxedDurability: true },
    ),
  };
}

export class UserApplications {
  readonly #queries: ReturnType<typeof queriesOf>;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#queries = queriesOf(db);
    this.#now = now;
  }

  async ofUser(userId: string): Promise<RememberedApplication[]> {
    const rows = await this.#queries.ofUser.all({ userId });
    return rows.map(({ application_id: id, favorite_at, last_used_at: lastUsedAt }) => ({
      id,
      isFavorite: favorite_at !== null,
      lastUsedAt,
    }));
  }

  /** Also succeeds for a favourite. */
  async addFavorite(key: Key): Promise<void> {
    await this.#queries.add.change({ ...key, at: this.#now() });
  }

  /** Also succeeds for an application that is no favourite. */
  async removeFavorite(key: Key): Promise<void> {
    await this.#queries.remove.change(key);
  }

  /** Returns the statement that stores a launch, for the transaction of another write. */
  launched(key: Key): Statement {
    return this.#queries.use.filled({ ...key, at: this.#now() });
  }
}
