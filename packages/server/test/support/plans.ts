// How a database runs the queries of a function.

import {
  CompiledQuery,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
  sql,
} from 'kysely';
import type { Database } from '../../src/database/connect.ts';
import type { DatabaseKind } from './databases.ts';

/** Runs the function and returns the plan of each of its queries, a step in each line. */
export async function plansOf(
  db: Database,
  kind: DatabaseKind,
  run: (db: Database) => Promise<unknown>,
): Promise<string[]> {
  const nodes: [RootOperationNode, QueryId][] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      nodes.push([node, queryId]);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await run(db.withPlugin(plugin));
  const explain = kind === 'postgres' ? 'explain (analyze, timing off)' : 'explain query plan';
  const plans: string[] = [];
  for (const [node, queryId] of nodes) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId);
    const { rows } = await db.executeQuery(
      CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
    );
    plans.push(rows.map((row) => Object.values(row as object).at(-1)).join('\n'));
  }
  return plans;
}

/** Returns for an `insert … select` its start and its source: the numbers from 1 to `total` as `n`. */
export function numbersTo(total: number, kind: DatabaseKind) {
  if (kind === 'postgres')
    return { recursive: sql``, numbers: sql`generate_series(1, ${sql.lit(total)}) as t(n)` };
  const rest = sql`select n + 1 from numbers where n < ${sql.lit(total)}`;
  return {
    recursive: sql`with recursive numbers(n) as (select 1 union all ${rest})`,
    numbers: sql`numbers`,
  };
}
