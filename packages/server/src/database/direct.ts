// Statements that run at once instead of waiting for the connection. SQLite returns rows synchronously, and a queue
// for its one connection would cost more than the query. Without this, all reads would also wait behind a write that
// waits for another process.

import type { CompiledQuery, QueryResult } from 'kysely';

export type Statement = CompiledQuery & {
  /** A power failure may undo it: no response waits for the disk because of it (decision 0048). */
  relaxedDurability?: boolean;
  /** Several statements together are rolled back if this one changes no row. It must have no `returning`, and not divide. */
  mustChange?: boolean;
};

/**
 * The number of rows that each statement changed, or the index of the statement that had to change a row and did not.
 */
export type BatchResult = { changed: number[] } | { refusedAt: number };

export type DirectExecutor = {
  /** Makes the database parse and plan this text once for each connection. */
  keepPlan?(sql: string): void;
  /**
   * Returns undefined if the statement must wait for the connection. A promise settles after the commit of what
   * the statement wrote or may have read.
   */
  run(statement: Statement): QueryResult<unknown> | Promise<QueryResult<unknown>> | undefined;
  /** Runs all statements or none. Returns undefined if they must wait for the connection. */
  runTogether(statements: readonly Statement[]): Promise<BatchResult> | undefined;
  /** Resolves when every commit so far, except relaxed ones, is on the disk. Returns undefined if that is so already. */
  settled(): Promise<void> | undefined;
};

export const changedBy = ({ numAffectedRows }: QueryResult<unknown>) =>
  Number(numAffectedRows ?? 0n);

const known = new WeakMap<object, DirectExecutor>();

export function setDirectExecutor(db: object, direct: DirectExecutor) {
  known.set(db, direct);
}

export function directExecutorOf(db: object): DirectExecutor | undefined {
  return known.get(db);
}

/**
 * Waits until no power failure can undo what has been written or read so far, except codes and tokens. No response leaves
 * before that (decision 0048). Returns undefined if there is nothing to wait for. PostgreSQL itself waits at each commit.
 */
export function untilDurable(db: object): Promise<void> | undefined {
  return directExecutorOf(db)?.settled();
}
