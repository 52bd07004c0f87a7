// Prepared queries: built and compiled once, then filled with values. Building a query with Kysely takes longer than
// SQLite needs to run it.

import { type Compilable, CompiledQuery, type QueryResult } from 'kysely';
import type { Database, Queries } from './connect.ts';
import { type BatchResult, changedBy, directExecutorOf, type Statement } from './direct.ts';

type Value = string | number | null;

/** Placeholder of a value. */
class Hole {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const holes = new Proxy({}, { get: (_, name) => new Hole(String(name)) });

export type PreparedOptions = {
  /**
   * A power failure may undo this write. Set it for actions that a user can repeat and for counts of attempts, never for a
   * revocation or the end of a session.
   */
  relaxedDurability?: boolean;
};

export type Prepared<Given, Row> = {
  all(given: Given): Promise<Row[]>;
  first(given: Given): Promise<Row | undefined>;
  /** Does the same within the caller's transaction. */
  firstIn(queries: Queries, given: Given): Promise<Row | undefined>;
  /** Returns how many rows changed. */
  change(given: Given): Promise<number>;
  /** Returns the statement with its values, for `runTogether`. */
  filled(given: Given): Statement;
};

/** Runs all statements in one transaction, or none if one with `mustChange` changes no row. */
export async function runTogether(
  db: Database,
  statements: readonly Statement[],
): Promise<BatchResult> {
  const executor = directExecutorOf(db);
  const [only] = statements;
  if (only && statements.length === 1) {
    const count = changedBy(await (executor?.run(only) ?? db.executeQuery(only)));
    return only.mustChange && count === 0 ? { refusedAt: 0 } : { changed: [count] };
  }
  const direct = executor?.runTogether(statements);
  if (direct !== undefined) return direct;
  return db.connection().execute(async (connection) => {
    const changed: number[] = [];
    await connection.executeQuery(CompiledQuery.raw('begin'));
    // the first error is reported, even if the rollback fails too
    const rollback = () =>
      connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
    try {
      for (const [index, statement] of statements.entries()) {
        const count = changedBy(await connection.executeQuery(statement));
        if (statement.mustChange && count === 0) {
          await rollback();
          return { refusedAt: index };
        }
        changed.push(count);
      }
      await connection.executeQuery(CompiledQuery.raw('commit'));
    } catch (error) {
      await rollback();
      throw error;
    }
    return { changed };
  });
}

/**
 * Compiles a query. `build` is called once, with placeholders for the values. It must pass each placeholder unchanged
 * to the query, and must not depend on the values.
 */
export function prepare<Given extends Record<string, Value>, Row>(
  db: Database,
  build: (given: Given) => Compilable<Row>,
  { relaxedDurability = false }: PreparedOptions = {},
): Prepared<Given, Row> {
  const direct = directExecutorOf(db);
  let compiled: CompiledQuery<Row> | undefined;

  function filled(given: Given): Statement {
    if (!compiled) {
      compiled = build(holes as Given).compile();
      direct?.keepPlan?.(compiled.sql);
    }
    const { sql, query, queryId } = compiled;
    const parameters = compiled.parameters.map((one) =>
      one instanceof Hole ? given[one.name] : one,
    );
    return { sql, query, queryId, parameters, relaxedDurability };
  }

  async function ask(given: Given): Promise<QueryResult<Row>> {
    const statement = filled(given);
    return (await (direct?.run(statement) ?? db.executeQuery(statement))) as QueryResult<Row>;
  }

  return {
    filled,
    all: async (given) => (await ask(given)).rows,
    first: async (given) => (await ask(given)).rows[0],
    firstIn: async (queries, given) =>
      ((await queries.executeQuery(filled(given))) as QueryResult<Row>).rows[0],
    change: async (given) => changedBy(await ask(given)),
  };
}
