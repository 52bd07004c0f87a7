import type { Provider } from 'oidc-provider';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { maxConcurrentPerReceiver } from '../../sign-out/delivery.ts';
import { createBackchannelLogout, createLogoutQueue } from './backchannel-logout.ts';

describe.each(databaseKinds)('many logout notifications, on %s', (kind) => {
  let world: World;

  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  /** Inserts grants of ended sessions whose clients must be notified. */
  async function due(clientId: string, count: number, logoutDueAt: number) {
    const rows = Array.from({ length: count }, () => ({
      id: crypto.randomUUID(),
      client_id: clientId,
      user_id: world.olena,
      sid: crypto.randomUUID(),
      created_at: 0,
      expires_at: world.clock.now + 1e9,
      logout_due_at: logoutDueAt,
      logout_attempts: 0,
    }));
    await world.db.insertInto('oidc_grants').values(rows).execute();
  }

  test('of two nodes that lease at the same time, one gets a notification', async () => {
    await due('good', 5, 1);
    const nodes = [1, 2].map(() => createLogoutQueue(world.db, () => world.clock.now));
    const leased = await Promise.all(nodes.map((queue) => queue.lease({ most: 10 })));
    const ids = leased.flat().map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
  });

  test('a client that does not respond does not delay the others', async () => {
    await due('silent', 100, 1);
    await due('good', 30, 2);
    const told: string[] = [];
    const release = Promise.withResolvers<void>();
    const underWay = { now: 0, most: 0 };
    const answers: Record<string, () => Promise<void>> = {
      good: async () => undefined,
      async silent() {
        underWay.now += 1;
        underWay.most = Math.max(underWay.most, underWay.now);
        await release.promise;
        underWay.now -= 1;
      },
    };
    const find = async (clientId: string) => ({
      backchannelLogoutUri: 'https://some.example/out',
      async backchannelLogout() {
        await answers[clientId]?.();
        told.push(clientId);
      },
    });
    const countOf = (clientId: string) => told.filter((one) => one === clientId).length;
    const backchannelLogout = createBackchannelLogout({
      queue: createLogoutQueue(world.db, () => world.clock.now),
      provider: async () => ({ Client: { find } }) as unknown as Provider,
      byClientId: async () => undefined,
      activity: { notified: () => undefined },
      log: { info: () => undefined, warn: () => undefined },
    });
    await backchannelLogout.notify([], 0);
    await expect.poll(() => countOf('good')).toBe(30);
    expect(countOf('silent')).toBe(0);
    expect(underWay.now).toBe(maxConcurrentPerReceiver);
    // notifications that fall due while it does not respond are sent too
    await due('good', 1, 3);
    await backchannelLogout.notify([], 0);
    await expect.poll(() => countOf('good')).toBe(31);
    release.resolve();
    await expect.poll(() => countOf('silent')).toBe(100);
    expect(underWay.most).toBe(maxConcurrentPerReceiver);
    await backchannelLogout.stop();
    expect(told).toHaveLength(131);
  });
});
