// Queries that are asked many times a second: built and compiled once, then only filled in. Building one
// costs more than SQLite takes to answer it.

import { type Compilable, CompiledQuery, type QueryResult } from 'kysely';
import type { Database } from './connect.ts';
import { type BatchResult, begin, changedBy, directExecutorOf, type Statement } from './direct.ts';

type Value = string | number | null;

/** Stands where a value will be. */
class Hole {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const holes = new Proxy({}, { get: (_, name) => new Hole(String(name)) });

export type PreparedOptions = {
  /** In a power cut: for what somebody would simply do again (decision 0023), never for what ends something. */
  relaxedDurability?: boolean;
};

export type Prepared<Given, Row> = {
  all(given: Given): Promise<Row[]>;
  first(given: Given): Promise<Row | undefined>;
  /** How many rows were changed. */
  change(given: Given): Promise<number>;
  /** For several that belong together. */
  filled(given: Given): Statement;
};

/**
 * Runs several statements that may be lost: all or none of them. None if one with `mustChange` changes no row.
 */
export async function runTogether(
  db: Database,
  statements: readonly Statement[],
): Promise<BatchResult> {
  const direct = directExecutorOf(db)?.runTogether(statements);
  if (direct !== undefined) return direct;
  return db.connection().execute(async (connection) => {
    const changed: number[] = [];
    await connection.executeQuery(begin);
    // what went wrong first is what counts, also where nothing is left to roll back
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
 * `build` is called once, with stand-ins for the values: it must use each as it is, and build the same
 * query whatever they are.
 */
export function prepare<Given extends Record<string, Value>, Row>(
  db: Database,
  build: (given: Given) => Compilable<Row>,
  { relaxedDurability = false }: PreparedOptions = {},
): Prepared<Given, Row> {
  const direct = directExecutorOf(db);
  let compiled: CompiledQuery<Row> | undefined;

  function filled(given: Given): Statement {
    compiled ??= build(holes as Given).compile();
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
    change: async (given) => changedBy(await ask(given)),
  };
}
