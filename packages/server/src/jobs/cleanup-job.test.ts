import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { databaseKinds } from '../../test/support/databases.ts';
import { apps, makeWorld } from '../../test/support/world.ts';
import { UserApplications } from '../applications/portal/user-applications.ts';
import { createTicketStore } from '../applications/ticket/store.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { deleteExpiredFrom } from '../database/expiring-tables.ts';
import { createSessionStore } from '../sessions/store.ts';
import { SignInTickets } from '../sign-in/ticket-store.ts';
import { runCleanup } from './cleanup-job.ts';

const log = { warn: vi.fn() };

test('a task that fails is logged, and the others run', async () => {
  const failure = new Error('planted');
  const tasks = [() => Promise.reject(failure), async () => 3];
  expect(await runCleanup(tasks, log)).toBe(3);
  expect(log.warn.mock.calls).toEqual([[{ err: failure }, 'cleanup failed']]);
});

test.each(databaseKinds)(
  'expired rows are deleted in batches, others stay, on %s',
  async (kind) => {
    const world = await makeWorld(kind);
    try {
      const now = () => world.clock.now;
      const encryption = createEncryption(randomBytes(32));
      const lifetimes = {
        idleSeconds: 43_200,
        sharedIdleSeconds: 600,
        absoluteSeconds: 604_800,
      };
      const signIn = { userId: world.olena, method: 'password', verifiedAt: now() } as const;
      const sessions = createSessionStore(world.db, { lifetimes, now, encryption });
      const tickets = new SignInTickets(world.db, { ttlSeconds: 60, now, encryption });
      const userApplications = new UserApplications(world.db, now);
      const applicationTickets = createTicketStore(world.db, {
        ttlSeconds: 300,
        now,
        isSessionAlive: sessions.isAlive,
      });
      for (let i = 0; i < 450; i++) await tickets.issue(world.olena, signIn);
      const { session } = await sessions.start(world.db, signIn);
      await applicationTickets.issue({
        application: { id: 'a' } as never,
        session,
        language: 'uk',
        state: undefined,
        traceId: 't',
        launched: userApplications.launched({ userId: world.olena, applicationId: apps.campus.id }),
      });
      world.clock.now += 11 * 3_600_000;
      const fresh = await sessions.start(world.db, signIn);
      await tickets.issue(world.olena, signIn);
      world.clock.now += 2 * 3_600_000;
      await tickets.issue(world.olena, signIn);
      await sessions.start(world.db, { ...signIn, isSharedComputer: true });
      world.clock.now += 10 * 60_000;
      const used = await sessions.start(world.db, { ...signIn, isSharedComputer: true });
      const cleanupTasks = [
        sessions.deleteExpired,
        (most: number) => tickets.deleteExpired(most),
        (most: number) => deleteExpiredFrom(world.db, 'application_tickets', world.clock.now, most),
      ];
      // 450 + 1 old sign-in tickets, 1 application ticket, 2 idle sessions
      expect(await runCleanup(cleanupTasks, log)).toBe(454);
      expect(await runCleanup(cleanupTasks, log)).toBe(0);
      const left = await world.db.selectFrom('sessions').select('uid').orderBy('seen_at').execute();
      expect(left).toEqual([{ uid: fresh.session.uid }, { uid: used.session.uid }]);
    } finally {
      await world.close();
    }
  },
);
