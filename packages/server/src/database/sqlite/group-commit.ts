// Group commit: the writes that concurrent requests make in one turn of the event loop are one transaction. SQLite
// writes whole pages, and most of the pages are the same. Promises settle after the commit, so nothing that follows
// a write (response, cookie, email, event) leaves before it.

import type SqliteFile from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import {
  type BatchResult,
  begin,
  changedBy,
  type DirectExecutor,
  type Statement,
} from '../direct.ts';
import type { BeforeStatement } from './durability.ts';
import { isBusy } from './errors.ts';

type Deps = {
  database: SqliteFile.Database;
  prepare(sql: string): SqliteFile.Statement;
  setDurability: BeforeStatement;
};

export type GroupCommit = DirectExecutor & {
  /** Commits the open group; to be called before the connection is used in another way. Never throws. */
  commit(): void;
};

type Group = PromiseWithResolvers<void>;
type Result = QueryResult<unknown>;

export function createGroupCommit({ database, prepare, setDurability }: Deps): GroupCommit {
  let group: Group | undefined;
  const execute = (sql: string) => void prepare(sql).run();

  /** Undoes the writes of every request of the group; all of them get the error. */
  function fail(error: unknown) {
    const failed = group;
    group = undefined;
    try {
      if (database.inTransaction) execute('rollback');
    } catch {
      // the first error is the one that counts
    }
    failed?.reject(error);
  }

  function commit() {
    if (!group) return;
    const done = group;
    try {
      execute('commit');
    } catch (error) {
      return fail(error);
    }
    group = undefined;
    done.resolve();
  }

  function join(): Group {
    if (group) return group;
    setDurability(begin);
    execute('begin immediate');
    group = Promise.withResolvers<void>();
    // a failed statement may have left nobody to wait for the commit
    group.promise.catch(() => undefined);
    setImmediate(commit);
    return group;
  }

  function run(statement: Statement): Result {
    setDurability(statement);
    const prepared = prepare(statement.sql);
    if (prepared.reader) return { rows: prepared.all(...statement.parameters) };
    const { changes } = prepared.run(...statement.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  function runAll(statements: readonly Statement[]): BatchResult {
    const changed: number[] = [];
    for (const [index, statement] of statements.entries()) {
      const count = changedBy(run(statement));
      if (statement.mustChange && count === 0) return { refusedAt: index };
      changed.push(count);
    }
    return { changed };
  }

  /** What fails takes nothing of another request along. */
  function runInSavepoint(statements: readonly Statement[]): BatchResult {
    execute('savepoint request');
    const undo = () => execute('rollback to request');
    try {
      const result = runAll(statements);
      if ('refusedAt' in result) undo();
      return result;
    } catch (error) {
      if (database.inTransaction) undo();
      throw error;
    } finally {
      if (database.inTransaction) execute('release request');
    }
  }

  /** Another transaction is under way on the one connection: what runs now would become part of it. */
  const mustWait = () => !database.open || (database.inTransaction && !group);

  /** Returns undefined while another process is writing: the queue of the connection waits for it. */
  function unlessBusy<T>(attempt: () => T): T | undefined {
    if (mustWait()) return undefined;
    try {
      return attempt();
    } catch (error) {
      // a full disk makes SQLite roll back the whole transaction, not only the statement
      if (group && !database.inTransaction) fail(error);
      if (!isBusy(error)) throw error;
      commit();
      return undefined;
    }
  }

  function runInTurn(statement: Statement): Result | Promise<Result> {
    const isRead = statement.query.kind === 'SelectQueryNode';
    if (!isRead && statement.relaxedDurability) join();
    if (!isRead && !statement.relaxedDurability) commit();
    const result = run(statement);
    if (!group) return result;
    const onFailure = isRead ? (error: unknown) => readAgain(statement, error) : undefined;
    return group.promise.then(() => result, onFailure);
  }

  /** The rows that were read may be among those undone: reading goes on while writes fail. */
  function readAgain(statement: Statement, error: unknown): Result | Promise<Result> {
    const result = unlessBusy(() => runInTurn(statement));
    if (result === undefined) throw error;
    return result;
  }

  return {
    commit,
    run: (statement) => unlessBusy(() => runInTurn(statement)),
    runTogether: (statements) =>
      unlessBusy(() => {
        const { promise } = join();
        const result = runInSavepoint(statements);
        return promise.then(() => result);
      }),
  };
}
