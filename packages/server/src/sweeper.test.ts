import { expect, test } from 'vitest';
import { createTicketStore } from './applications/ticket/store.ts';
import { createSessionStore } from './sessions/store.ts';
import { createSignInTickets } from './sign-in/store.ts';
import { sweepAll } from './sweeper.ts';
import { databaseKinds } from './testing/databases.ts';
import { makeWorld } from './testing/world.ts';

test.each(databaseKinds)(
  'what has expired is deleted in steps, what lives stays, on %s',
  async (kind) => {
    const world = await makeWorld(kind);
    try {
      const now = () => world.clock.now;
      const lifetimes = { idleSeconds: 43_200, absoluteSeconds: 604_800 };
      const sessions = createSessionStore(world.db, lifetimes, now);
      const tickets = createSignInTickets(world.db, 60, now);
      const applicationTickets = createTicketStore(world.db, 300, now);
      for (let i = 0; i < 450; i++) await tickets.issue(world.olena, 'password');
      const { session } = await sessions.start(world.db, world.olena, 'password');
      await applicationTickets.issue({
        application: { id: 'a' } as never,
        session,
        state: undefined,
        traceId: 't',
      });
      world.clock.now += 11 * 3_600_000;
      const fresh = await sessions.start(world.db, world.olena, 'password');
      await tickets.issue(world.olena, 'password');
      world.clock.now += 2 * 3_600_000;
      await tickets.issue(world.olena, 'password');
      const sweeps = [sessions.sweep, tickets.sweep, applicationTickets.sweep];
      // 450 + 1 old sign-in tickets, 1 application ticket, 1 idle session
      expect(await sweepAll(sweeps)).toBe(453);
      expect(await sweepAll(sweeps)).toBe(0);
      const left = await world.db.selectFrom('sessions').select('uid').execute();
      expect(left).toEqual([{ uid: fresh.session.uid }]);
    } finally {
      await world.close();
    }
  },
);
