// Runs prepared queries on the pool without the layers of Kysely.

import type { QueryResult } from 'kysely';
import type pg from 'pg';
import type { BatchResult, DirectExecutor, Statement } from '../direct.ts';
import { endsConnection } from '../errors.ts';
import { Batch } from './batch.ts';
import { nameStatement } from './named-statements.ts';

type Result = QueryResult<unknown>;

function resultOf({ command, rowCount, rows }: pg.QueryResult): Result {
  return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

export class PoolExecutor implements DirectExecutor {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async #onClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let isLost = false;
    try {
      return await work(client);
    } catch (error) {
      isLost = endsConnection(error);
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  keepPlan(sql: string) {
    nameStatement(sql);
  }

  run({ sql, parameters }: Statement): Promise<Result> {
    return this.#onClient(async (client) =>
      resultOf(await client.query(sql, parameters as unknown[])),
    );
  }

  runTogether(statements: readonly Statement[]): Promise<BatchResult> {
    return this.#onClient((client) => client.query(new Batch(statements)).result);
  }

  /** PostgreSQL itself waits for the disk at each commit that is not relaxed. */
  settled() {
    return undefined;
  }
}
