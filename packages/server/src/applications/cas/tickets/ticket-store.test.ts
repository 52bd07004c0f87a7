import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addCasApplications,
  archive,
  timetable,
} from '../../../../test/support/cas/applications.ts';
import { databaseKinds } from '../../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';
import { readConfig } from '../../../app/config.ts';
import { createEncryption } from '../../../crypto/encryption.ts';
import { hashSecret } from '../../../crypto/secrets.ts';
import { lifetimesFrom } from '../../../sessions/session.ts';
import { createSessionStore } from '../../../sessions/store.ts';
import type { Application } from '../../application.ts';
import { createApplicationStore } from '../../store.ts';
import { createTicketStore, type TicketStore } from './ticket-store.ts';
import { newTicket } from './ticket-text.ts';

const href = 'https://campus.example/app/';

describe.each(databaseKinds)('tickets on %s', (kind) => {
  let world: World;
  let tickets: TicketStore;
  let application: Application;
  const applications = () => createApplicationStore(world.db, () => 0);

  function storeOn(db: World['db']): TicketStore {
    const now = () => world.clock.now;
    const encryption = createEncryption(world.keys.data);
    const lifetimes = lifetimesFrom(readConfig({}, () => ''));
    return createTicketStore({
      db,
      ttlSeconds: 300,
      sessions: createSessionStore(db, { lifetimes, now, encryption }),
      applications: createApplicationStore(db, () => 0),
      encryption,
      now,
    });
  }

  async function sessionOf(username?: string) {
    await world.signIn(username);
    const { uid } = await world.db
      .selectFrom('sessions')
      .select('uid')
      .orderBy('created_at', 'desc')
      .orderBy('seen_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const sessions = createSessionStore(world.db, {
      lifetimes: lifetimesFrom(readConfig({}, () => '')),
      now: () => world.clock.now,
      encryption: createEncryption(world.keys.data),
    });
    const found = await sessions.signedInByUid(uid);
    if (!found) throw new Error('no session');
    return found.session;
  }

  async function issued(more: { proxies?: readonly string[]; fresh?: boolean } = {}) {
    const session = await sessionOf();
    const ticket = await tickets.issue({ application, session, href, fresh: false, ...more });
    return { session, ticket: ticket ?? '' };
  }

  const rowOf = (ticket: string) =>
    world.db
      .selectFrom('cas_tickets')
      .selectAll()
      .where('id_hash', '=', hashSecret(ticket))
      .executeTakeFirst();
  const end = (uid: string) => world.db.deleteFrom('sessions').where('uid', '=', uid).execute();

  beforeAll(async () => {
    world = await makeWorld(kind);
    await addCasApplications(world.db);
    tickets = storeOn(world.db);
    const all = await applications().all();
    const found = all.find(({ id }) => id === timetable.id);
    if (!found) throw new Error('no application');
    application = found;
  });
  beforeEach(() => {
    world.clock.now += 1000;
  });
  afterAll(() => world.close());

  test('a ticket is found with its user, session and application', async () => {
    const { ticket, session } = await issued();
    expect(ticket).toMatch(/^ST-/);
    expect(await tickets.find(ticket)).toEqual({
      idHash: hashSecret(ticket),
      kind: 'ST',
      application,
      signedIn: {
        session,
        user: expect.objectContaining({ id: world.olena }),
        hasRole: false,
      },
      serviceHash: hashSecret(href),
      fresh: false,
      proxies: [],
      expiresAt: world.clock.now + 300_000,
      isConsumed: false,
    });
  });

  test('a proxy ticket has its proxies', async () => {
    const proxies = ['https://b.example/pgt?x="1"', 'https://a.example/pgt'];
    const { ticket } = await issued({ proxies, fresh: true });
    expect(ticket).toMatch(/^PT-/);
    expect(await tickets.find(ticket)).toMatchObject({ kind: 'PT', proxies, fresh: true });
  });

  test('neither the ticket nor the address is stored', async () => {
    const { ticket } = await issued();
    const row = JSON.stringify(await rowOf(ticket));
    expect(row).not.toContain(ticket.slice(3));
    expect(row).not.toContain('campus.example');
    expect(await rowOf(ticket)).toMatchObject({ encrypted_logout: null, logout_due_at: null });
  });

  test.each(['', 'ST-1', `PGT-${'a'.repeat(43)}`, 'ST-\0'])('%j is not found', async (text) => {
    expect(await tickets.find(text)).toBeUndefined();
  });

  test('an unknown ticket is not found', async () => {
    expect(await tickets.find(newTicket('ST'))).toBeUndefined();
  });

  test('of 20 parallel uses at two nodes one succeeds', async () => {
    const { ticket } = await issued();
    const nodes = [tickets, storeOn(world.again())];
    const uses = Array.from({ length: 20 }, (_, index) =>
      nodes[index % 2]?.consume(hashSecret(ticket)),
    );
    expect((await Promise.all(uses)).filter(Boolean)).toEqual([true]);
    expect(await tickets.find(ticket)).toMatchObject({ isConsumed: true });
  });

  test('what the notification of a sign-out needs is stored encrypted, with the use', async () => {
    const { ticket } = await issued();
    const idHash = hashSecret(ticket);
    const target = { ticket, address: href };
    expect(await tickets.consume(idHash, target)).toBe(true);
    const row = await rowOf(ticket);
    expect(row).toMatchObject({ logout_due_at: 0, logout_attempts: 0 });
    expect(row?.encrypted_logout).not.toContain('campus.example');
    const text = createEncryption(world.keys.data).decrypt(
      row?.encrypted_logout ?? '',
      `CAS logout ${idHash}`,
    );
    expect(JSON.parse(text ?? '')).toEqual(target);
  });

  test('a second use stores nothing', async () => {
    const { ticket } = await issued();
    expect(await tickets.consume(hashSecret(ticket))).toBe(true);
    expect(await tickets.consume(hashSecret(ticket), { ticket, address: href })).toBe(false);
    expect(await rowOf(ticket)).toMatchObject({ encrypted_logout: null, logout_due_at: null });
  });

  test('after the end of its session a ticket has no user', async () => {
    const { ticket, session } = await issued();
    await end(session.uid);
    expect(await tickets.find(ticket)).toMatchObject({ signedIn: undefined });
  });

  test('a session that has ended gets no ticket', async () => {
    const session = await sessionOf();
    await end(session.uid);
    expect(await tickets.issue({ application, session, href, fresh: false })).toBeUndefined();
  });

  test('a ticket of a disabled user has no user', async () => {
    const { ticket } = await issued();
    const setDisabled = (disabled: number) =>
      world.db.updateTable('users').set({ disabled }).where('id', '=', world.olena).execute();
    await setDisabled(1);
    expect(await tickets.find(ticket)).toMatchObject({ signedIn: undefined });
    await setDisabled(0);
  });

  test('a session has at most 50 tickets of an application, the newest', async () => {
    const session = await sessionOf();
    const other = (await applications().all()).find(({ id }) => id === archive.id);
    if (!other) throw new Error('no application');
    const elsewhere = await tickets.issue({ application: other, session, href, fresh: false });
    const all: string[] = [];
    for (let count = 0; count < 55; count += 1) {
      world.clock.now += 1;
      all.push((await tickets.issue({ application, session, href, fresh: false })) ?? '');
    }
    const found = await Promise.all(all.map(async (one) => (await rowOf(one)) !== undefined));
    expect(found).toEqual(all.map((_, index) => index >= 5));
    expect(await rowOf(elsewhere ?? '')).toBeDefined();
  });

  test('further tickets of either kind do not replace one whose service is notified', async () => {
    const { ticket, session } = await issued();
    await tickets.consume(hashSecret(ticket), { ticket, address: href });
    const recent = await tickets.issue({ application, session, href, fresh: false });
    const given = { application, session, href, fresh: false };
    for (let count = 0; count < 110; count += 1) {
      world.clock.now += 1;
      await tickets.issue(count % 2 ? given : { ...given, proxies: ['https://proxy.example/'] });
    }
    expect(await rowOf(ticket)).toMatchObject({ logout_due_at: 0 });
    expect(await rowOf(recent ?? '')).toBeUndefined();
  });

  test('a session notifies the services of the newest 50 used tickets of an application', async () => {
    const session = await sessionOf();
    const all: string[] = [];
    for (let count = 0; count < 53; count += 1) {
      world.clock.now += 1;
      const ticket = await tickets.issue({ application, session, href, fresh: false });
      all.push(ticket ?? '');
      await tickets.consume(hashSecret(all.at(-1) ?? ''), null);
    }
    const found = await Promise.all(all.map(async (one) => (await rowOf(one)) !== undefined));
    expect(found.indexOf(true)).toBe(2);
  });

  test('cleanup deletes expired tickets, but none that waits for a notification', async () => {
    await world.db.deleteFrom('cas_tickets').execute();
    const [unused, used, notified] = [await issued(), await issued(), await issued()];
    await tickets.consume(hashSecret(used.ticket));
    await tickets.consume(hashSecret(notified.ticket), { ticket: notified.ticket, address: href });
    world.clock.now += 299_000;
    expect(await tickets.deleteExpired(10)).toBe(0);
    world.clock.now += 1000;
    expect(await tickets.deleteExpired(1)).toBe(1);
    expect(await tickets.deleteExpired(10)).toBe(1);
    expect(await rowOf(unused.ticket)).toBeUndefined();
    expect(await rowOf(notified.ticket)).toBeDefined();
    await world.db.updateTable('cas_tickets').set({ logout_due_at: null }).execute();
    expect(await tickets.deleteExpired(10)).toBe(1);
  });
});
