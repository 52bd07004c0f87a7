// Queries that are asked many times a second: built and compiled once, then only filled in. Building one
// costs more than SQLite takes to answer it.

import { type Compilable, CompiledQuery, type QueryResult } from 'kysely';
import type { Database } from './connect.ts';
import type { Statement } from './sqlite.ts';

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

type Several = Pick<Database, 'executeQuery'>;

/** Asks a prepared query; on `queries`, where it belongs to a transaction. */
export type Prepared<Given, Row> = {
  all(given: Given, queries?: Several): Promise<Row[]>;
  first(given: Given, queries?: Several): Promise<Row | undefined>;
  /** How many rows were changed. */
  change(given: Given, queries?: Several): Promise<number>;
};

/** Several statements, all or none of them, as durable as is said here. */
export function together(
  db: Database,
  { mayBeLost = false }: PreparedOptions,
  write: (queries: Several) => Promise<void>,
): Promise<void> {
  return db.connection().execute(async (connection) => {
    const say = (text: string) => {
      const statement: Statement = { ...CompiledQuery.raw(text), mayBeLost };
      return connection.executeQuery(statement);
    };
    await say('begin');
    try {
      await write(connection);
    } catch (error) {
      await say('rollback');
      throw error;
    }
    await say('commit');
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
  let compiled: CompiledQuery<Row> | undefined;

  function ask(given: Given, queries: Several): Promise<QueryResult<Row>> {
    compiled ??= build(holes as Given).compile();
    const parameters = compiled.parameters.map((one) =>
      one instanceof Hole ? given[one.name] : one,
    );
    const statement: CompiledQuery<Row> & Statement = { ...compiled, parameters, mayBeLost };
    return queries.executeQuery<Row>(statement);
  }

  return {
    all: async (given, queries = db) => (await ask(given, queries)).rows,
    first: async (given, queries = db) => (await ask(given, queries)).rows[0],
    async change(given, queries = db) {
      return Number((await ask(given, queries)).numAffectedRows ?? 0n);
    },
  };
}
