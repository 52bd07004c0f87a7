// Queues logout notifications in a table of a protocol: for rows whose session has ended and whose application has not been
// notified yet. The table has the columns `session_uid`, `logout_due_at` and `logout_attempts`.

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { Tables } from '../../database/schema.ts';
import type { DueQuery, Leased, NotificationQueue } from './delivery.ts';

/** The time limit of one attempt. */
export const attemptTimeoutMs = 2_500;
/** The pauses after failed attempts; there is no attempt after the last pause. */
const retryPausesMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3600_000];

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

type Rows<Table extends keyof Tables, Item> = {
  table: Table;
  id: Column<Table>;
  /** Names the receiver, of which only a few notifications are sent at once. */
  receiver: Column<Table>;
  /** Selects what the notification needs. */
  items: SelectQueryBuilder<Tables, Table, Item>;
};

type Queued<Item> = Item & { queueId: string; queueReceiver: string; attempts: number };

export class LeaseQueue<Table extends keyof Tables, Item> implements NotificationQueue<Item> {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #rows: Rows<Table, Item>;

  constructor(db: Database, now: () => number, rows: Rows<Table, Item>) {
    this.#db = db;
    this.#now = now;
    this.#rows = rows;
  }

  async lease({ most, ids, perReceiver }: DueQuery): Promise<Leased<Item>[]> {
    if (ids?.length === 0) return [];
    const receivers = [...(perReceiver?.inProgress ?? [])];
    const isFull = (receiver: string) =>
      receivers.filter((one) => one === receiver).length >= (perReceiver?.most ?? most);
    const full = [...new Set(receivers)].filter(isFull);
    const leased: Leased<Item>[] = [];
    for (const queued of await this.#findDue(most, full, ids)) {
      if (isFull(queued.queueReceiver)) continue;
      const one = await this.#leaseOne(queued);
      if (!one) continue;
      receivers.push(one.receiver);
      leased.push(one);
    }
    return leased;
  }

  async complete(id: string): Promise<void> {
    const { table, key } = this.#names();
    await sql`update ${table} set logout_due_at = null where ${key} = ${id}`.execute(this.#db);
  }

  async pending(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const { table, key } = this.#names();
    const isPending = sql`${key} in (${sql.join(ids)}) and session_uid is null and logout_due_at is not null`;
    const { rows } = await sql<{
      id: string;
    }>`select ${key} as id from ${table} where ${isPending}`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  #names() {
    const { table, id, receiver } = this.#rows;
    return { table: sql.table(table), key: sql.ref(id), receiver: sql.ref(receiver) };
  }

  /** `ids`: only these; `full`: receivers that get no further notification now. */
  #findDue(most: number, full: readonly string[], ids?: readonly string[]) {
    const { key, receiver } = this.#names();
    let due = this.#rows.items
      .select([
        sql<string>`${key}`.as('queueId'),
        sql<string>`${receiver}`.as('queueReceiver'),
        sql<number>`logout_attempts`.as('attempts'),
      ])
      .where(sql<SqlBool>`session_uid is null and logout_due_at <= ${this.#now()}`)
      .orderBy(sql`logout_due_at`)
      .limit(most);
    if (ids) due = due.where(sql<SqlBool>`${key} in (${sql.join(ids)})`);
    if (full.length > 0) due = due.where(sql<SqlBool>`${receiver} not in (${sql.join(full)})`);
    return due.execute() as unknown as Promise<Queued<Item>[]>;
  }

  /** Returns undefined if another node has leased it. */
  async #leaseOne(queued: Queued<Item>): Promise<Leased<Item> | undefined> {
    const { queueId: id, queueReceiver: receiver, attempts, ...item } = queued;
    const attempt = attempts + 1;
    const pause = retryPausesMs[attempts];
    const dueAt = pause === undefined ? null : this.#now() + attemptTimeoutMs + pause;
    const { table, key } = this.#names();
    const { numAffectedRows } =
      await sql`update ${table} set logout_attempts = ${attempt}, logout_due_at = ${dueAt} where ${key} = ${id} and logout_attempts = ${attempts}`.execute(
        this.#db,
      );
    if (numAffectedRows === 0n) return undefined;
    return { id, receiver, item: item as unknown as Item, attempt, isLast: dueAt === null };
  }
}
