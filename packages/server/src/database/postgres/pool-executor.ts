// Runs prepared queries on the pool without the layers of Kysely. A transaction needs one round trip, or two if one of its
// statements must change a row.

import type { QueryResult } from 'kysely';
import type pg from 'pg';
import { type BatchResult, changedBy, type DirectExecutor, type Statement } from '../direct.ts';
import { nameStatement } from './named-statements.ts';

type Result = QueryResult<unknown>;

function resultOf({ command, rowCount, rows }: pg.QueryResult): Result {
  return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

const send = (client: pg.PoolClient, { sql, parameters }: Statement) =>
  client.query(sql, parameters as unknown[]);

/** Sends all statements at once. Each waits in the database for the one before. */
function sendAll(client: pg.PoolClient, statements: readonly (Statement | string)[]) {
  const { stream } = (client as unknown as { connection: pg.Connection }).connection;
  stream.cork();
  try {
    return statements.map((one) =>
      typeof one === 'string' ? client.query(one) : send(client, one),
    );
  } finally {
    stream.uncork();
  }
}

/** `results` may end with that of the commit. @throws the first error */
function outcomeOf(
  statements: readonly Statement[],
  results: readonly PromiseSettledResult<pg.QueryResult>[],
): BatchResult {
  const changed: number[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') throw result.reason;
    changed.push(changedBy(resultOf(result.value)));
    if (changed[index] === 0 && statements[index]?.mustChange) return { refusedAt: index };
  }
  return { changed: changed.slice(0, statements.length) };
}

/** Commits without waiting for the disk: PostgreSQL writes it within a second. */
const relaxedBegin = 'begin; set local synchronous_commit to off';

/**
 * Runs a transaction in one round trip, or in two if a statement must change a row. After a failed statement PostgreSQL refuses
 * the others, and takes the commit as a rollback.
 */
async function transact(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<BatchResult> {
  const mustWait = statements.some(({ mustChange }) => mustChange);
  const begin = statements.every((one) => one.relaxedDurability) ? relaxedBegin : 'begin';
  const sent = sendAll(client, [begin, ...statements, ...(mustWait ? [] : ['commit'])]);
  const [begun, ...results] = await Promise.allSettled(sent);
  if (begun?.status === 'rejected') throw begun.reason;
  let isDone = !mustWait;
  try {
    const outcome = outcomeOf(statements, results);
    if ('changed' in outcome && mustWait) await client.query('commit');
    isDone ||= 'changed' in outcome;
    return outcome;
  } finally {
    // the first error is reported, even if the rollback fails too
    if (!isDone) await client.query('rollback').catch(() => undefined);
  }
}

export class PoolExecutor implements DirectExecutor {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async #onClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      return await work(client);
    } finally {
      // the pool replaces a client whose connection has ended
      client.release();
    }
  }

  keepPlan(sql: string) {
    nameStatement(sql);
  }

  run(statement: Statement): Promise<Result> {
    return this.#onClient(async (client) => resultOf(await send(client, statement)));
  }

  runTogether(statements: readonly Statement[]): Promise<BatchResult> {
    return this.#onClient((client) => transact(client, statements));
  }

  /** PostgreSQL itself waits for the disk at each commit that is not relaxed. */
  settled() {
    return undefined;
  }
}
