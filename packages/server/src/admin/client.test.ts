// The typed client of the administration API, against a composed server.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCaller, strongSession, tokenOf } from '../../test/support/admin/callers.ts';
import { clientOf } from '../../test/support/admin/client.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { makeWorld, type World } from '../../test/support/world.ts';

describeOnDatabases('client of the administration API', (kind) => {
  let world: World;
  let userId: string;
  beforeEach(async () => {
    world = await makeWorld(kind);
    userId = await addCaller(world, 'chief', ['administrator']);
  });
  afterEach(() => world.close());

  test('a token creates nothing that needs a session; a session creates a token that reads users', async () => {
    const first = clientOf(world, await tokenOf(world, userId, { roles: ['administrator'] }));
    const expiresAt = new Date(world.clock.now + 3_600_000).toISOString();
    const body = {
      name: 'reports',
      scopes: ['users.read' as const, 'roles.read' as const],
      expiresAt,
    };
    const refused = await first.POST('/api/admin/tokens', { body });
    expect(refused.error).toMatchObject({ status: 403, code: 'admin.forbidden' });

    const session = clientOf(world, await strongSession(world, 'chief'));
    const { data: created } = await session.POST('/api/admin/tokens', { body });
    const second = clientOf(world, { headers: { authorization: `Bearer ${created?.token}` } });
    const { data: page } = await second.GET('/api/admin/users', {
      params: { query: { limit: 1 } },
    });
    expect(page?.items).toHaveLength(1);
    const { data: user, response } = await second.GET('/api/admin/users/{id}', {
      params: { path: { id: userId } },
    });
    expect([user?.roles, response.headers.get('etag')]).toEqual([['administrator'], '"1"']);
  });
});
