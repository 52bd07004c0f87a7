// Grants of sessions that end while a request uses them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { revokeUsers } from '../../../app/revoke-users.ts';
import { sessionColumns, sessionFrom } from '../../../sessions/session.ts';
import { GrantStore } from './grants.ts';

const dayMs = 24 * 3_600_000;

describe.each(databaseKinds)('grants, on %s', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
  });
  afterAll(() => world.close());

  test('a request that has read a grant does not revive it after the end of all sessions', async () => {
    await world.signIn();
    const row = await world.db
      .selectFrom('sessions')
      .select(sessionColumns)
      .executeTakeFirstOrThrow();
    const session = sessionFrom(row);
    let at = world.clock.now;
    const grants = new GrantStore(world.db, () => at, 1e9);
    const grant = (await grants.findOrCreate(session, 'client')) ?? expect.unreachable();
    const users = [world.olena];
    await world.db
      .transaction()
      .execute((queries) => revokeUsers(queries, { users, scope: 'sign-ins', at }));

    // an authorization request of the session, which a sign-in has renewed
    const renewed = { ...session, expiresAt: session.expiresAt + dayMs };
    expect(await grants.findOrCreate(renewed, 'client', { ...grant, revokedAt: null })).toBe(
      undefined,
    );
    // a token request
    at += 2 * dayMs;
    await grants.extend(grant.id, grant);
    expect(await grants.byId(grant.id)).toBeUndefined();
  });
});
