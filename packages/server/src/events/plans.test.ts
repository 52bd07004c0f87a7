// How the databases read lists of events. Operators keep millions of them, so every page must be found by an index.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { numbersTo, plansOf } from '../../test/support/plans.ts';
import type { Queries } from '../database/connect.ts';
import { attemptsOf, attemptWithReference, refusalsSince } from './attempts.ts';
import { EventStore } from './store.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const total = 20_000;
const middle = noon - total / 2;

describe.each(databaseKinds)('plans of lists of events, on %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase(kind);
    const { recursive, numbers } = numbersTo(total, kind);
    // half of them of one type and one application, 100 of each user
    await sql`insert into events (id, at, type, count, actor, actor_id, user_id, application_id, network)
      ${recursive} select 'event ' || n, ${sql.lit(noon)} - n, case when n % 2 = 0 then 'data.released' else 'user.viewed' end, 1,
        'user', 'actor ' || (n % 3), 'user ' || (n % 200), 'application ' || (n % 2), '192.0.2.' || (n % 200) from ${numbers}`.execute(
      database.db,
    );
    await sql`insert into users (id, username, username_key, full_name, data, groups, disabled, version, created_at, updated_at)
      ${recursive} select 'user ' || n, 'user ' || n, 'user ' || n, 'User', '{}', '[]', 0, 1, 0, 0 from ${numbers} where n <= 200`.execute(
      database.db,
    );
    await sql`insert into sign_in_attempts (id, at, expires_at, user_id, step, reason, reference)
      ${recursive} select 'attempt ' || n, ${sql.lit(noon)} - n, ${sql.lit(noon)}, 'user ' || (n % 200 + 1), 'sign-in', 'password',
        'code ' || n from ${numbers}`.execute(database.db);
    if (kind === 'postgres') await sql`analyze`.execute(database.db);
  });
  afterAll(() => database.close());

  /** Returns the plan of the last query of the store. */
  async function planOf(run: (store: EventStore, queries: Queries) => Promise<unknown>) {
    const plans = await plansOf(database.db, kind, (db) => run(new EventStore(db, () => noon), db));
    return plans.at(-1) ?? expect.unreachable();
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

  test.each([
    ['of a user', (db: Queries) => attemptsOf(db, 'user 7', 10), 'sign_in_attempts_of_user'],
    [
      'with a code',
      (db: Queries) => attemptWithReference(db, 'code 7'),
      'sign_in_attempts_by_reference',
    ],
    ['of a time', (db: Queries) => refusalsSince(db, noon - 50, 10), 'sign_in_attempts_by_at'],
  ])('refused sign-ins %s are found by an index', async (_what, run, index) => {
    const [plan = ''] = await plansOf(database.db, kind, run);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN sign_in_attempts|Seq Scan/);
  });
});
