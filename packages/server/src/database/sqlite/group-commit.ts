// Group commit: the writes that concurrent requests make in one turn of the event loop are one transaction. SQLite
// writes whole pages, and most of the pages are the same. Promises settle after the commit; `settled` also waits for the
// disk.

import SqliteFile from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import { type BatchResult, changedBy, type DirectExecutor, type Statement } from '../direct.ts';
import type { DiskSync } from './disk-sync.ts';

type Deps = {
  database: SqliteFile.Database;
  prepare(sql: string): SqliteFile.Statement;
  disk: DiskSync;
};

type Result = QueryResult<unknown>;

/** Returns whether the statement did nothing because another process is writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

export class GroupCommit implements DirectExecutor {
  readonly #deps: Deps;
  #group: PromiseWithResolvers<void> | undefined;
  /** Whether every write of the open group has relaxed durability. */
  #isRelaxed = true;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  #execute(sql: string) {
    this.#deps.prepare(sql).run();
  }

  /** Rolls back the writes of every request of the group. All of them get the error. */
  #fail(error: unknown) {
    const failed = this.#group;
    this.#group = undefined;
    try {
      if (this.#deps.database.inTransaction) this.#execute('rollback');
    } catch {
      // the first error is the one that counts
    }
    failed?.reject(error);
  }

  /** Commits the open group. Must be called before the connection is used in another way. Never throws. */
  commit() {
    if (!this.#group) return;
    const done = this.#group;
    try {
      this.#execute('commit');
    } catch (error) {
      return this.#fail(error);
    }
    this.#group = undefined;
    this.#deps.disk.noteCommit({ relaxedDurability: this.#isRelaxed });
    done.resolve();
  }

  #join(): PromiseWithResolvers<void> {
    if (this.#group) return this.#group;
    this.#execute('begin immediate');
    this.#group = Promise.withResolvers<void>();
    this.#isRelaxed = true;
    // after a failed statement nothing may wait for the commit
    this.#group.promise.catch(() => undefined);
    setImmediate(() => this.commit());
    return this.#group;
  }

  #runStatement(statement: Statement): Result {
    const prepared = this.#deps.prepare(statement.sql);
    if (!prepared.readonly && !statement.relaxedDurability) this.#isRelaxed = false;
    if (prepared.reader) return { rows: prepared.all(...statement.parameters) };
    const { changes } = prepared.run(...statement.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  #runAll(statements: readonly Statement[]): BatchResult {
    const changed: number[] = [];
    for (const [index, statement] of statements.entries()) {
      const count = changedBy(this.#runStatement(statement));
      if (statement.mustChange && count === 0) return { refusedAt: index };
      changed.push(count);
    }
    return { changed };
  }

  /** A failure rolls back only the statements of this request. */
  #runInSavepoint(statements: readonly Statement[]): BatchResult {
    const { database } = this.#deps;
    this.#execute('savepoint request');
    const undo = () => this.#execute('rollback to request');
    try {
      const result = this.#runAll(statements);
      if ('refusedAt' in result) undo();
      return result;
    } catch (error) {
      if (database.inTransaction) undo();
      throw error;
    } finally {
      if (database.inTransaction) this.#execute('release request');
    }
  }

  /** Returns undefined while another process or another transaction writes: the queue of the connection waits for it. */
  #unlessBusy<T>(attempt: () => T): T | undefined {
    const { database } = this.#deps;
    if (!database.open || (database.inTransaction && !this.#group)) return undefined;
    try {
      return attempt();
    } catch (error) {
      // a full disk makes SQLite roll back the whole transaction, not only the statement
      if (this.#group && !database.inTransaction) this.#fail(error);
      if (!isBusy(error)) throw error;
      this.commit();
      return undefined;
    }
  }

  #runInTurn(statement: Statement): Result | Promise<Result> {
    const isRead = statement.query.kind === 'SelectQueryNode';
    if (!isRead) this.#join();
    const result = this.#runStatement(statement);
    if (!this.#group) return result;
    const onFailure = isRead ? (error: unknown) => this.#readAgain(statement, error) : undefined;
    return this.#group.promise.then(() => result, onFailure);
  }

  /** The rows that were read may have been rolled back. Reads continue while writes fail. */
  #readAgain(statement: Statement, error: unknown): Result | Promise<Result> {
    const result = this.run(statement);
    if (result === undefined) throw error;
    return result;
  }

  run(statement: Statement) {
    return this.#unlessBusy(() => this.#runInTurn(statement));
  }

  runTogether(statements: readonly Statement[]) {
    return this.#unlessBusy(() => {
      const { promise } = this.#join();
      const result = this.#runInSavepoint(statements);
      return promise.then(() => result);
    });
  }

  settled() {
    return this.#deps.disk.settled();
  }
}
