// Statements that run within the call. What may be lost is gathered: all such writes of one turn of the event
// loop are one transaction, for SQLite writes whole pages and most of them are the same.

import type SqliteFile from 'better-sqlite3';
import { begin, type Direct, type Statement } from './direct.ts';
import type { BeforeStatement } from './sqlite-durability.ts';
import { isBusy } from './sqlite-faults.ts';

type Needs = {
  database: SqliteFile.Database;
  prepare(sql: string): SqliteFile.Statement;
  tellDurability: BeforeStatement;
  /** Hears of gathered writes that could not be kept. */
  onLost(error: Error): void;
};

export type SqliteDirect = Direct & {
  /** Keeps what has been gathered; to be called before anybody else uses the connection. */
  end(): void;
};

export function createDirect(needs: Needs): SqliteDirect {
  const { database, prepare, tellDurability } = needs;
  let isGathering = false;
  const say = (sql: string) => prepare(sql).run();

  function run(statement: Statement) {
    tellDurability(statement);
    const prepared = prepare(statement.sql);
    if (prepared.reader) return { rows: prepared.all(...statement.parameters) };
    const { changes } = prepared.run(...statement.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  function end() {
    if (!isGathering) return;
    isGathering = false;
    try {
      // with a full disk SQLite has rolled back by itself
      if (!database.inTransaction) throw new Error('writes were rolled back');
      say('commit');
    } catch (error) {
      if (database.inTransaction) say('rollback');
      needs.onLost(error as Error);
    }
  }

  function gather() {
    if (isGathering && database.inTransaction) return;
    end();
    run(begin);
    isGathering = true;
    setImmediate(end);
  }

  /** Somebody's transaction is under way on the one connection: what runs now would be part of it. */
  const mustWait = () => !database.open || (database.inTransaction && !isGathering);

  /** Nothing where another process is writing: the queue waits for it. */
  function unlessBusy<Result>(attempt: () => Result): Result | undefined {
    if (mustWait()) return undefined;
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      end();
      return undefined;
    }
  }

  return {
    end,
    run: (statement) =>
      unlessBusy(() => {
        if (statement.query.kind !== 'SelectQueryNode') {
          if (statement.mayBeLost) gather();
          else end();
        }
        return run(statement);
      }),
    runTogether: (statements) =>
      unlessBusy(() => {
        gather();
        say('savepoint several');
        try {
          return statements.map(run);
        } catch (error) {
          if (database.inTransaction) say('rollback to several');
          throw error;
        } finally {
          if (database.inTransaction) say('release several');
        }
      }),
  };
}
