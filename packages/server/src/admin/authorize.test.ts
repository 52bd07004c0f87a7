// A change runs with the rights that its caller has in its transaction.

import { type AdminRoute, problem } from '@brama/contract/admin/route';
import { adminRoutes } from '@brama/contract/admin/routes';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addCaller, callRoute, strongSession, tokenOf } from '../../test/support/admin/callers.ts';
import { untilWaiting } from '../../test/support/admin/lock-waits.ts';
import { databaseKinds } from '../../test/support/databases.ts';
import { makeWorld, type World } from '../../test/support/world.ts';
import type { Session } from '../sessions/session.ts';
import { UserStore } from '../users/store.ts';
import { authorize, authorizeAgain, type Needed } from './authorize.ts';
import type { Actor } from './handler.ts';
import { TokenStore } from './tokens/token-store.ts';

const route: AdminRoute = adminRoutes.updateUser;

describe.each(databaseKinds)('callers within the transaction of a change, on %s', (kind) => {
  let world: World;
  let userId: string;
  beforeEach(async () => {
    world = await makeWorld(kind);
    userId = await addCaller(world, 'helper', ['operator']);
    await strongSession(world, 'helper');
    await tokenOf(world, userId, { roles: ['operator'] });
  });
  afterEach(() => world.close());

  /** Returns the caller by session and by token. */
  async function actors(): Promise<[Actor, Actor]> {
    const user = await new UserStore(world.db).byId(userId);
    const own = world.db.selectFrom('sessions').select('uid').where('user_id', '=', userId);
    const { uid } = await own.executeTakeFirstOrThrow();
    const { id } = await world.db.selectFrom('api_tokens').select('id').executeTakeFirstOrThrow();
    if (!user) throw new Error('no such user');
    const rights = { user, roles: ['operator'], permissions: ['users.write'] } as const;
    const token = { id, scopes: ['users.write'] } as const;
    return [
      { ...rights, session: { uid } as Session },
      { ...rights, token },
    ];
  }
  const again = (actor: Actor) => authorizeAgain(world.db, actor, route, world.clock.now);

  test('disabled users, ended sessions and revoked tokens change nothing', async () => {
    const [bySession, byToken] = await actors();
    await Promise.all([again(bySession), again(byToken)]);
    const user = world.db.updateTable('users').where('id', '=', userId);
    await user.set({ disabled: 1 }).execute();
    await expect(again(bySession)).rejects.toMatchObject({ code: 'session.required' });
    await expect(again(byToken)).rejects.toMatchObject({ code: 'admin.token-invalid' });
    await user.set({ disabled: 0 }).execute();
    await world.db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    await expect(again(bySession)).rejects.toMatchObject({ code: 'session.required' });
    await again(byToken);
    await world.db.deleteFrom('api_tokens').execute();
    await expect(again(byToken)).rejects.toMatchObject({ code: 'admin.token-invalid' });
  });

  test('groups and roles are those of the moment', async () => {
    const [actor] = await actors();
    const groups = JSON.stringify(['staff']);
    await world.db.updateTable('users').set({ groups }).where('id', '=', userId).execute();
    expect((await again(actor)).user.groups).toEqual(['staff']);
    const user = world.db.updateTable('users').where('id', '=', userId);
    const now = world.clock.now;
    await user.set({ roles_suspended_until: now + 1 }).execute();
    await expect(again(actor)).rejects.toMatchObject({ code: 'admin.roles-suspended' });
    await user.set({ roles_suspended_until: now }).execute();
    await again(actor);
    await world.db.deleteFrom('user_roles').where('user_id', '=', userId).execute();
    await expect(again(actor)).rejects.toMatchObject({ code: 'admin.forbidden' });
  });

  test.runIf(kind === 'postgres')('the caller is not disabled before the change ends', async () => {
    const [actor] = await actors();
    const other = world.again();
    const order: string[] = [];
    let disabling: Promise<unknown> = Promise.resolve();
    await world.db.transaction().execute(async (queries) => {
      await authorizeAgain(queries, actor, route, world.clock.now);
      const user = other.updateTable('users').set({ disabled: 1 }).where('id', '=', userId);
      disabling = user.execute().then(() => order.push('disabled'));
      await untilWaiting(world.again(), 1);
      order.push('changed');
    });
    await disabling;
    expect(order).toEqual(['changed', 'disabled']);
  });

  test('of two administrators who disable each other at once, one does', async () => {
    const ids: string[] = [];
    for (const name of ['first', 'second'])
      ids.push(await addCaller(world, name, ['administrator']));
    const callers = [await strongSession(world, 'first'), await strongSession(world, 'second')];
    const responses = await Promise.all(
      callers.map((caller, index) => {
        const params = { id: ids[1 - index] ?? '' };
        return callRoute(world, 'updateUser', caller, { params, body: { disabled: true } });
      }),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    const [refused] = responses.filter(({ statusCode }) => statusCode === 401);
    expect(problem.parse(refused?.json()).code).toBe('session.required');
  });

  test('a token is accepted outside the administration API too', async () => {
    const { headers } = await tokenOf(world, userId, { roles: ['operator'] });
    const now = () => world.clock.now;
    const limits = { countWrongSecret: async () => {} };
    const sessionCookie = { signedIn: async () => undefined };
    const deps = {
      db: world.db,
      sessionCookie,
      tokens: new TokenStore(world.db, now),
      limits,
      now,
    };
    const request = (authorization: string) =>
      ({ headers: { authorization }, url: '/scim/v2/Users' }) as FastifyRequest;
    const call = (needed: Needed, authorization = headers['authorization'] ?? '') =>
      authorize(deps, request(authorization), needed);
    const write = { permission: 'users.write', sensitive: 'tokens-allowed' } as const;
    expect(await call(write)).toMatchObject({ user: { id: userId }, roles: ['operator'] });
    for (const needed of [
      { permission: 'users.erase' },
      { ...write, sensitive: 'no-tokens' },
    ] as const)
      await expect(call(needed)).rejects.toMatchObject({ code: 'admin.forbidden' });
    await expect(call(write, 'Bearer wrong')).rejects.toMatchObject({
      code: 'admin.token-invalid',
    });
  });
});
