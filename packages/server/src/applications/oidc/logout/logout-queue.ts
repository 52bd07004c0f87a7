// The queue of logout notifications: grants whose session is over and whose client must still be notified.

import type { Database } from '../../../database/connect.ts';
import { type Grant, grantColumns } from '../adapters/grants.ts';

/** A client to notify of the end of a session; `attempt` counts from 1. */
export type LogoutNotification = { grant: Grant; attempt: number };

export type DueLogoutQuery = {
  most: number;
  /** Returns when the notification is due again if this attempt fails; null after the last one. */
  nextDueAt: (attempt: number) => number | null;
  ids?: readonly string[];
  /** At most `most` for one client, including those `inProgress`. */
  perClient?: { most: number; inProgress: ReadonlyMap<string, number> };
};

export class LogoutQueue {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Leases up to `most` due notifications until `nextDueAt`, the oldest first. They are due again unless completed. */
  async lease({ most, nextDueAt, ids, perClient }: DueLogoutQuery): Promise<LogoutNotification[]> {
    const counts = new Map(perClient?.inProgress);
    const countOf = (clientId: string) => counts.get(clientId) ?? 0;
    const isFull = (clientId: string) => countOf(clientId) >= (perClient?.most ?? most);
    const full = [...counts.keys()].filter(isFull);
    let due = this.#db
      .selectFrom('oidc_grants')
      .select([...grantColumns, 'logout_attempts'])
      .where('session_uid', 'is', null)
      .where('logout_due_at', '<=', this.#now())
      .orderBy('logout_due_at')
      .limit(most);
    if (ids) due = due.where('id', 'in', ids);
    if (full.length > 0) due = due.where('client_id', 'not in', full);
    const leased: LogoutNotification[] = [];
    for (const { logout_attempts: attempts, ...grant } of await due.execute()) {
      if (isFull(grant.clientId)) continue;
      const attempt = attempts + 1;
      const lease = await this.#db
        .updateTable('oidc_grants')
        .set({ logout_attempts: attempt, logout_due_at: nextDueAt(attempt) })
        .where('id', '=', grant.id)
        .where('logout_attempts', '=', attempts)
        .executeTakeFirst();
      if (lease.numUpdatedRows === 0n) continue;
      counts.set(grant.clientId, countOf(grant.clientId) + 1);
      leased.push({ grant, attempt });
    }
    return leased;
  }

  /** Removes a notification: the client was notified, or does not receive notifications. */
  async complete(grantId: string): Promise<void> {
    await this.#db
      .updateTable('oidc_grants')
      .set({ logout_due_at: null })
      .where('id', '=', grantId)
      .execute();
  }

  /** Returns the client ids of those grants whose client was not notified. */
  async notNotified(grantIds: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('oidc_grants')
      .select('client_id')
      .where('id', 'in', grantIds)
      .where('session_uid', 'is', null)
      .where('logout_due_at', 'is not', null)
      .execute();
    return rows.map(({ client_id }) => client_id);
  }
}
