// Queries that are asked many times a second: built and compiled once, then only filled in. Building one
// costs more than SQLite takes to answer it.

import { type Compilable, CompiledQuery, type QueryResult } from 'kysely';
import type { Database } from './connect.ts';
import { begin, directOf, type Statement } from './direct.ts';

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
  mayBeLost?: boolean;
};

export type Prepared<Given, Row> = {
  all(given: Given): Promise<Row[]>;
  first(given: Given): Promise<Row | undefined>;
  /** How many rows were changed. */
  change(given: Given): Promise<number>;
  /** For several that belong together. */
  filled(given: Given): Statement;
};

const changedBy = ({ numAffectedRows }: QueryResult<unknown>) => Number(numAffectedRows ?? 0n);

/** Runs several statements that may be lost: all or none of them. Answers with how many rows each changed. */
export async function together(db: Database, statements: readonly Statement[]): Promise<number[]> {
  const direct = directOf(db)?.runTogether(statements);
  if (direct) return direct.map(changedBy);
  return db.connection().execute(async (connection) => {
    const changed: number[] = [];
    await connection.executeQuery(begin);
    try {
      for (const statement of statements)
        changed.push(changedBy(await connection.executeQuery(statement)));
      await connection.executeQuery(CompiledQuery.raw('commit'));
    } catch (error) {
      // what went wrong first is what counts, also where nothing is left to roll back
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
      throw error;
    }
    return changed;
  });
}

/**
 * `build` is called once, with stand-ins for the values: it must use each as it is, and build the same
 * query whatever they are.
 */
export function prepare<Given extends Record<string, Value>, Row>(
  db: Database,
  build: (given: Given) => Compilable<Row>,
  { mayBeLost = false }: PreparedOptions = {},
): Prepared<Given, Row> {
  const direct = directOf(db);
  let compiled: CompiledQuery<Row> | undefined;

  function filled(given: Given): Statement {
    compiled ??= build(holes as Given).compile();
    const { sql, query, queryId } = compiled;
    const parameters = compiled.parameters.map((one) =>
      one instanceof Hole ? given[one.name] : one,
    );
    return { sql, query, queryId, parameters, mayBeLost };
  }

  async function ask(given: Given): Promise<QueryResult<Row>> {
    const statement = filled(given);
    return (direct?.run(statement) ?? (await db.executeQuery(statement))) as QueryResult<Row>;
  }

  return {
    filled,
    all: async (given) => (await ask(given)).rows,
    first: async (given) => (await ask(given)).rows[0],
    change: async (given) => changedBy(await ask(given)),
  };
}
