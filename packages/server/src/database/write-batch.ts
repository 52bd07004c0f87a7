// Writes of one request that belong together: collected during the request, then stored in one transaction or not at
// all.

import type { Database } from './connect.ts';
import type { Statement } from './direct.ts';
import { runTogether } from './prepared.ts';

/** Called after the rollback if a statement that had to change a row changed none. Throws. */
export type OnRejected = () => Promise<never>;

export class WriteBatch {
  readonly #db: Database;
  readonly #statements: Statement[] = [];
  readonly #refusals = new Map<number, OnRejected>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds a statement. With `onRefused`, nothing of the batch is stored unless this statement changes a row. */
  add(statement: Statement, onRefused?: OnRejected) {
    if (onRefused) this.#refusals.set(this.#statements.length, onRefused);
    this.#statements.push({ ...statement, mustChange: onRefused !== undefined });
  }

  /** Stores the writes. @throws what `onRefused` of a statement throws. */
  async commit() {
    if (this.#statements.length === 0) return;
    const result = await runTogether(this.#db, this.#statements);
    if ('refusedAt' in result) await this.#refusals.get(result.refusedAt)?.();
  }
}
