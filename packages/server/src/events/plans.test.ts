// How the databases read lists of events. Operators keep millions of them, so every page must be found by an index.

import {
  CompiledQuery,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
  sql,
} from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import type { Queries } from '../database/connect.ts';
import { EventStore } from './store.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const total = 20_000;
const middle = noon - total / 2;

describe.each(databaseKinds)('plans of lists of events, on %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase(kind);
    const numbers =
      kind === 'postgres' ? sql`generate_series(1, ${sql.lit(total)}) as t(n)` : sql`numbers`;
    const recursive =
      kind === 'postgres'
        ? sql``
        : sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(total)})`;
    // half of them of one type and one application, 100 of each user
    await sql`insert into events (id, at, type, count, actor, actor_id, user_id, application_id, network)
      ${recursive} select 'event ' || n, ${sql.lit(noon)} - n, case when n % 2 = 0 then 'data.released' else 'user.viewed' end, 1,
        'user', 'actor ' || (n % 3), 'user ' || (n % 200), 'application ' || (n % 2), '192.0.2.' || (n % 200) from ${numbers}`.execute(
      database.db,
    );
    if (kind === 'postgres') await sql`analyze events`.execute(database.db);
  });
  afterAll(() => database.close());

  /** Runs the query of the store and returns its plan. */
  async function planOf(run: (store: EventStore, queries: Queries) => Promise<unknown>) {
    const nodes: [RootOperationNode, QueryId][] = [];
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        nodes.push([node, queryId]);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const db = database.db.withPlugin(plugin);
    await run(new EventStore(db, () => noon), db);
    const explain = kind === 'postgres' ? 'explain (analyze, timing off)' : 'explain query plan';
    const { sql: text, parameters } = database.db
      .getExecutor()
      .compileQuery(...(nodes.at(-1) ?? expect.unreachable()));
    const { rows } = await database.db.executeQuery(
      CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
    );
    return rows.map((row) => Object.values(row as object).at(-1)).join('\n');
  }

  const filters = {
    type: undefined,
    user: undefined,
    application: undefined,
    actorId: undefined,
    network: undefined,
    isRefusal: undefined,
    from: undefined,
    to: undefined,
    owner: undefined,
    hidden: { kinds: [], reader: '' },
  };
  const after = { key: String(middle), id: 'event 1' };

  test.each([
    ['all', {}, 'events_at'],
    ['of a type', { type: 'user.viewed' }, 'events_type_at'],
    ['of an actor', { actorId: 'actor 1' }, 'events_actor_id_at'],
    ['of an application', { application: 'application 1' }, 'events_application_id_at'],
    ['of a user', { user: 'user 7' }, 'events_user_id_at'],
    ['of a network', { network: '192.0.2.7' }, 'events_network'],
    ['of refusals', { isRefusal: true }, 'events_at'],
  ] as const)('a later page, %s, begins at its position', async (_what, some, index) => {
    const plan = await planOf((store, queries) =>
      store.list(queries, { ...filters, ...some, after, limit: 51 }),
    );
    if (kind === 'sqlite') {
      expect(plan).toMatch(
        new RegExp(`SEARCH events USING INDEX ${index} \\(.*at>\\? AND at<\\?\\)`),
      );
      expect(plan).not.toContain('MULTI-INDEX');
    } else {
      expect(plan).toMatch(/Index Cond: .*at <= /);
      expect(plan).not.toContain('Seq Scan');
    }
  });

  test('a later page of the activity of a user begins at its position', async () => {
    const plan = await planOf((store) =>
      store.ofUser('user 7', { before: { at: middle, id: 'event 1' }, limit: 21 }),
    );
    expect(plan).toMatch(
      kind === 'sqlite'
        ? /USING INDEX events_user_id_at \(user_id=\? AND at<\?\)/
        : /Index Cond: .*user_id.*at <= /,
    );
  });

  test.each([
    ['type', { type: 'user.viewed' }],
    ['application', { application: 'application 1' }],
    ['actor', { actorId: 'actor 1' }],
  ])('events of a user by %s are found among those of the user', async (_what, some) => {
    const plan = await planOf((store, queries) =>
      store.list(queries, { ...filters, ...some, user: 'user 7', after: undefined, limit: 51 }),
    );
    expect(plan).toContain('events_user_id_at');
  });

  test('the last event of a type is found among those of the user', async () => {
    const plan = await planOf((store, queries) => store.lastOf(queries, 'user 7', ['user.viewed']));
    expect(plan).toContain('events_user_id_at');
  });
});
