// Queues logout notifications: for grants whose session has ended and whose client has not been notified yet.

import type { Database } from '../../../database/connect.ts';
import { type Grant, grantColumns } from '../adapters/grants.ts';

/** The time limit of one attempt, which the library sets. */
const attemptTimeoutMs = 2_500;
/** The pauses after failed attempts; there is no attempt after the last pause. */
const retryPausesMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3600_000];

/** A client to notify of the end of a session; `attempt` counts from 1. */
export type LogoutNotification = { grant: Grant; attempt: number; isLast: boolean };

type DueLogoutQuery = {
  most: number;
  ids?: readonly string[];
  /** At most `most` for one client, including the clients `inProgress`. */
  perClient?: { most: number; inProgress: readonly string[] };
};

export class LogoutQueue {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Leases up to `most` due notifications until the next attempt, the oldest first. They are due again unless completed. */
  async lease({ most, ids, perClient }: DueLogoutQuery): Promise<LogoutNotification[]> {
    const clients = [...(perClient?.inProgress ?? [])];
    const isFull = (clientId: string) =>
      clients.filter((one) => one === clientId).length >= (perClient?.most ?? most);
    const full = [...new Set(clients)].filter(isFull);
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
      const pause = retryPausesMs[attempts];
      const dueAt = pause === undefined ? null : this.#now() + attemptTimeoutMs + pause;
      const lease = await this.#db
        .updateTable('oidc_grants')
        .set({ logout_attempts: attempt, logout_due_at: dueAt })
        .where('id', '=', grant.id)
        .where('logout_attempts', '=', attempts)
        .executeTakeFirst();
      if (lease.numUpdatedRows === 0n) continue;
      clients.push(grant.clientId);
      leased.push({ grant, attempt, isLast: dueAt === null });
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
