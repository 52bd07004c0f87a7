// Stores when each user has signed in last, for the lists of users. It follows the events, so that a sign-in needs no statement more.

import type { Database } from '../../database/connect.ts';
import { prepare, runTogether } from '../../database/prepared.ts';

/** An event can be committed so much later than the time it has, also by a node whose clock is behind. */
const overlapMs = 60_000;

export class LastSignIns {
  readonly #db: Database;
  readonly #store;

  constructor(db: Database) {
    this.#db = db;
    this.#store = prepare(db, ({ userId, at }: { userId: string; at: number }) =>
      db
        .updateTable('user_search')
        .set({ last_sign_in_at: at })
        .where('user_id', '=', userId)
        .where('last_sign_in_at', '<', at),
    );
  }

  async #newest(): Promise<number> {
    const row = await this.#db
      .selectFrom('user_search')
      .select('last_sign_in_at')
      .orderBy('last_sign_in_at', 'desc')
      .orderBy('user_id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.last_sign_in_at ?? 0;
  }

  /** Follows up to `limit` events that are newer than what is stored, and returns their number. */
  refresh = async (limit: number): Promise<number> => {
    const events = await this.#db
      .selectFrom('events as e')
      .innerJoin('user_search as s', 's.user_id', 'e.user_id')
      .select(['s.user_id', 'e.at'])
      .where('e.type', '=', 'sign-in.succeeded')
      .where('e.at', '>=', (await this.#newest()) - overlapMs)
      .whereRef('s.last_sign_in_at', '<', 'e.at')
      .orderBy('e.at')
      .limit(limit)
      .execute();
    if (events.length === 0) return 0;
    const last = new Map(events.map(({ user_id: id, at }) => [id, at]));
    // in one order on all nodes, so that they never wait for each other in a circle
    const users = [...last].sort(([one], [other]) => (one < other ? -1 : 1));
    await runTogether(
      this.#db,
      users.map(([userId, at]) => this.#store.filled({ userId, at })),
    );
    return events.length;
  };
}
