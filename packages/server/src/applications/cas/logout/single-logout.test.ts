import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addCaller, callRoute, strongSession } from '../../../../test/support/admin/callers.ts';
import { createBrowser } from '../../../../test/support/browser.ts';
import { addCasApplication } from '../../../../test/support/cas/applications.ts';
import { ask, ticketFor } from '../../../../test/support/cas/client.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { addOidcApplications, portal } from '../../../../test/support/oidc/applications.ts';
import { createClient, library } from '../../../../test/support/oidc/client.ts';
import { createListener, type Manner } from '../../../../test/support/oidc/listener.ts';
import { addUser, makeWorld, ours, type World } from '../../../../test/support/world.ts';
import { createEncryption } from '../../../crypto/encryption.ts';
import { createSessionStore } from '../../../sessions/store.ts';

describeOnDatabases('single logout of CAS', (kind) => {
  let world: World;
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    world = await makeWorld(kind);
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await world.close();
    vi.useRealTimers();
  });

  type Service = { address: string };

  /** Adds an application whose server receives the notifications. */
  async function application(name: string, first: Manner = 'listens', settings: object = {}) {
    const listener = await createListener(first, 'logoutRequest');
    closing.push(listener.close);
    const id = crypto.randomUUID();
    const protocol = { services: [`${listener.address}/cas/`], ...settings };
    await addCasApplication(world.db, { id, name, protocol });
    // applications are read again after a miss, at most once a second
    world.clock.now += 1_000;
    return { id, ...listener };
  }

  /** Opens the service as a browser and its server do. Returns the ticket. */
  async function open(cookie: string, { address }: Service, path = 'login?return=hidden') {
    const service = `${address}/cas/${path}`;
    const ticket = await ticketFor(world, cookie, service);
    expect(await ask(world, 'p3/serviceValidate', { service, ticket })).toHaveProperty('user');
    return ticket;
  }

  const signOut = (cookie: string) => world.post('/api/auth/logout', undefined, { cookie });

  /** Signs another user out: every sign-out with a notification sends what else is due. */
  async function sendDue() {
    const username = `other-${crypto.randomUUID()}`;
    await addUser(world.db, { username }, world.passwordHash);
    const cookie = await world.signIn(username);
    await open(cookie, await application(username));
    await signOut(cookie);
  }

  const sessionIndexes = ({ tokens }: { tokens: readonly string[] }) =>
    tokens.map((text) => /<samlp:SessionIndex>(.*)<\/samlp:SessionIndex>/.exec(text)?.[1]);

  /** Returns what administrators see of the notifications of an application. */
  async function logoutsOf({ id }: { id: string }) {
    const name = `observer-${crypto.randomUUID()}`;
    await addCaller(world, name, ['administrator']);
    const caller = await strongSession(world, name);
    const answer = await callRoute(world, 'diagnoseApplication', caller, { params: { id } });
    return answer.json().logouts;
  }

  const tickets = () => world.db.selectFrom('cas_tickets').selectAll().execute();

  test('notifies the service of every used ticket, with the ticket', async () => {
    const [good, also] = [await application('good'), await application('also')];
    const cookie = await world.signIn();
    const first = await open(cookie, good);
    const second = await open(cookie, good, 'again');
    const third = await open(cookie, also);
    expect((await signOut(cookie)).json()).toEqual({ untold: [] });
    expect(sessionIndexes(good).sort()).toEqual([first, second].sort());
    expect(sessionIndexes(also)).toEqual([third]);
    expect(good.tokens[0]).toMatch(
      /^<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="LR-[0-9A-Za-z]{22}" Version="2.0" IssueInstant="2026-11-20T12:00:0\dZ"><saml:NameID /,
    );
    for (const body of [...good.bodies, ...also.bodies]) {
      expect(body).toMatch(/^logoutRequest=/);
      expect(body.length).toBeLessThan(1000);
    }
    expect((await tickets()).map((row) => row.logout_due_at)).toEqual([null, null, null]);
  });

  test('the user does not wait for dead and slow services, which are notified later', async () => {
    const good = await application('good');
    const dead = await application('dead', 'is dead');
    const slow = await application('slow', 'is silent');
    const broken = await application('broken', 'refuses');
    const cookie = await world.signIn();
    for (const one of [good, dead, slow, broken]) await open(cookie, one);
    const answer = await signOut(cookie);
    expect(answer.json().untold.sort()).toEqual(['broken', 'dead', 'slow']);
    expect([good, slow, broken].map(({ tokens }) => tokens.length)).toEqual([1, 1, 1]);
    const failed = () =>
      world.lines
        .filter((line) => line.includes('logout notification failed'))
        .map((line) => JSON.parse(line));
    // the attempt for the slow service still runs
    expect(failed().map((line) => line.application)).not.toContain(slow.id);
    await expect.poll(failed, { timeout: 5000 }).toHaveLength(3);
    expect(Object.fromEntries(failed().map((line) => [line.application, line.reason]))).toEqual({
      [dead.id]: 'ECONNREFUSED',
      [slow.id]: 'ABORT_ERR',
      [broken.id]: 'status 500',
    });
    for (const one of [dead, slow, broken]) await one.become('listens');
    world.clock.now += 20_000;
    await sendDue();
    await expect
      .poll(() => [dead, slow, broken].map(({ tokens }) => tokens.length))
      .toEqual([1, 2, 2]);
    await expect
      .poll(async () => (await tickets()).every((row) => row.logout_due_at === null))
      .toBe(true);
  });

  test('is given up after six attempts in three hours', async () => {
    const broken = await application('broken', 'refuses');
    const cookie = await world.signIn();
    await open(cookie, broken);
    await signOut(cookie);
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      world.clock.now += 3 * 3_600_000;
      await sendDue();
      await expect.poll(() => broken.tokens.length).toBe(attempt);
      await expect
        .poll(() => world.lines.filter((line) => line.includes('logout notification ')).length)
        .toBe(attempt);
    }
    expect(world.lines.filter((line) => line.includes('given up'))).toHaveLength(1);
    const lastAt = new Date(world.clock.now).toISOString();
    world.clock.now += 3 * 3_600_000;
    await sendDue();
    expect(broken.tokens).toHaveLength(6);
    expect(await logoutsOf(broken)).toMatchObject({
      isNotified: true,
      delivered: null,
      failed: { count: 5, reason: 'status 500' },
      givenUp: { count: 1, lastAt, reason: 'status 500' },
      waiting: 0,
      nextAttemptAt: null,
    });
    world.clock.now += 31 * 24 * 3_600_000;
    expect(await logoutsOf(broken)).toMatchObject({ failed: null, givenUp: null });
  });

  test('administrators see what came of the notifications of an application', async () => {
    const good = await application('good');
    const quiet = await application('quiet', 'listens', { singleLogout: false });
    const broken = await application('broken', 'refuses');
    const cookie = await world.signIn();
    for (const one of [good, quiet, broken]) await open(cookie, one);
    await signOut(cookie);
    const lastAt = new Date(world.clock.now).toISOString();
    expect(await logoutsOf(good)).toMatchObject({
      isNotified: true,
      delivered: { count: 1, lastAt },
      failed: null,
      waiting: 0,
    });
    expect(await logoutsOf(quiet)).toMatchObject({ isNotified: false, delivered: null });
    expect(await logoutsOf(broken)).toMatchObject({
      delivered: null,
      failed: { count: 1, lastAt, reason: 'status 500' },
      givenUp: null,
      waiting: 1,
      nextAttemptAt: new Date(world.clock.now + 12_500).toISOString(),
    });
  });

  test('a redirect counts as delivered, and is not followed', async () => {
    const one = await application('one', 'redirects');
    const cookie = await world.signIn();
    await open(cookie, one);
    expect((await signOut(cookie)).json()).toEqual({ untold: [] });
    expect(one.bodies).toHaveLength(1);
  });

  describe('ends of a session', () => {
    const uidOf = async () =>
      (await world.db.selectFrom('sessions').select('uid').executeTakeFirstOrThrow()).uid;

    async function byOidc(cookie: string) {
      await addOidcApplications(world.db);
      const client = await createClient(world.server);
      const browser = createBrowser(world.server);
      browser.take(cookie);
      const attempt = await client.begin();
      const { location } = await browser.go(attempt.address);
      const tokens = await client.finish(location ?? '', attempt);
      const query = { id_token_hint: tokens.id_token ?? '', client_id: portal.id };
      const page = await browser.go(library.buildEndSessionUrl(client.configuration, query).href);
      const proof = /name="proof" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
      await browser.go('/oidc/logout/confirm', {
        method: 'POST',
        headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `${new URLSearchParams({ proof })}`,
      });
    }

    async function byAdministrator() {
      const uid = await uidOf();
      await addCaller(world, 'operator', ['operator']);
      const operator = await strongSession(world, 'operator');
      const params = { id: world.olena, sessionId: uid };
      expect((await callRoute(world, 'endSession', operator, { params })).statusCode).toBe(204);
    }

    async function byDisabling() {
      await addCaller(world, 'admin', ['administrator']);
      const admin = await strongSession(world, 'admin');
      const input = { params: { id: world.olena }, body: { disabled: true } };
      expect((await callRoute(world, 'updateUser', admin, input)).statusCode).toBe(200);
    }

    async function byExpiry() {
      world.clock.now += 400 * 24 * 3_600_000;
      const sessions = createSessionStore(world.db, {
        lifetimes: { idleSeconds: 1, sharedIdleSeconds: 1, absoluteSeconds: 1 },
        now: () => world.clock.now,
        encryption: createEncryption(world.keys.data),
      });
      await sessions.deleteExpired(10);
    }

    async function byOtherUser(cookie: string) {
      await addUser(world.db, { username: 'taras' }, world.passwordHash);
      await world.signIn('taras', world.server, cookie);
    }

    test.each<[string, (cookie: string) => Promise<unknown>]>([
      ['at the portal', signOut],
      ['at an OpenID application', byOidc],
      ['by an administrator', byAdministrator],
      ['by disabling the user', byDisabling],
      ['by expiry', byExpiry],
      ['by the sign-in of another user', byOtherUser],
    ])('%s: the services are notified', async (_, end) => {
      const one = await application('one');
      const cookie = await world.signIn();
      const ticket = await open(cookie, one);
      const { uid } = await world.db.selectFrom('sessions').select('uid').executeTakeFirstOrThrow();
      await end(cookie);
      const left = world.db.selectFrom('sessions').select('uid').where('uid', '=', uid);
      expect(await left.execute()).toEqual([]);
      await sendDue();
      await expect.poll(() => sessionIndexes(one)).toEqual([ticket]);
    });
  });

  test('a timer notifies without any request', async () => {
    const one = await application('one');
    const ticket = await open(await world.signIn(), one);
    await world.db.deleteFrom('sessions').execute();
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => sessionIndexes(one)).toEqual([ticket]);
  });

  test('tickets that were refused or not used are not notified', async () => {
    const one = await application('one');
    const cookie = await world.signIn();
    const service = `${one.address}/cas/`;
    const ticket = await ticketFor(world, cookie, service);
    await ticketFor(world, cookie, service);
    await ask(world, 'serviceValidate', { service: `${service}other`, ticket });
    expect((await tickets()).map((row) => row.encrypted_logout)).toEqual([null, null]);
    expect((await signOut(cookie)).json()).toEqual({ untold: [] });
    await sendDue();
    expect(one.tokens).toEqual([]);
  });

  test('an application without single logout is named to the user, also much later', async () => {
    const deaf = await application('deaf', 'listens', { singleLogout: false });
    const cookie = await world.signIn();
    await open(cookie, deaf);
    expect((await tickets()).map((row) => row.encrypted_logout)).toEqual([null]);
    world.clock.now += 600_000;
    await world.db.deleteFrom('cas_tickets').where('logout_due_at', 'is', null).execute();
    expect((await signOut(cookie)).json()).toEqual({ untold: ['deaf'] });
    await sendDue();
    expect(deaf.tokens).toEqual([]);
    await expect
      .poll(async () => (await tickets()).every((row) => row.logout_due_at === null))
      .toBe(true);
  });

  test('a registered address receives the notifications of all services', async () => {
    const receiver = await createListener('listens', 'logoutRequest');
    closing.push(receiver.close);
    const at = `${receiver.address}/sign-out`;
    const id = crypto.randomUUID();
    const protocol = { services: [`${receiver.address}/cas/`], singleLogout: at };
    await addCasApplication(world.db, { id, name: 'one', protocol });
    world.clock.now += 1_000;
    const cookie = await world.signIn();
    const ticket = await open(cookie, receiver);
    await signOut(cookie);
    expect(sessionIndexes(receiver)).toEqual([ticket]);
    expect(receiver.paths).toEqual(['/sign-out']);
  });

  test('many tickets of one application are notified a few at a time', async () => {
    const one = await application('one');
    const cookie = await world.signIn();
    const given: string[] = [];
    for (let count = 0; count < 12; count += 1) given.push(await open(cookie, one, `${count}`));
    expect((await signOut(cookie)).json()).toEqual({ untold: [] });
    expect(sessionIndexes(one).sort()).toEqual(given.sort());
    expect(one.most()).toBeLessThanOrEqual(4);
  });

  // CWE-918
  test('an address in a private network is refused', async () => {
    const id = crypto.randomUUID();
    const service = 'https://10.1.2.3/cas/';
    await addCasApplication(world.db, { id, name: 'inner', protocol: { services: [service] } });
    world.clock.now += 1_000;
    const cookie = await world.signIn();
    const ticket = await ticketFor(world, cookie, service);
    await ask(world, 'serviceValidate', { service, ticket });
    expect((await signOut(cookie)).json()).toEqual({ untold: ['inner'] });
    const line = world.lines.find((text) => text.includes('logout notification failed')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      application: id,
      tries: 1,
      reason: 'OutboundAddressError',
    });
  });

  test('neither the log nor the database contains a ticket or an address', async () => {
    const broken = await application('broken', 'refuses');
    const cookie = await world.signIn();
    const ticket = await open(cookie, broken);
    const stored = JSON.stringify(await tickets());
    await signOut(cookie);
    for (const text of [stored, ...world.lines]) {
      expect(text).not.toContain(ticket);
      expect(text).not.toContain('hidden');
      expect(text).not.toContain(broken.address);
    }
  });

  test('the notification of another row cannot be read', async () => {
    const [one, two] = [await application('one'), await application('two')];
    const cookie = await world.signIn();
    await open(cookie, one);
    await open(cookie, two);
    const rows = await tickets();
    const from = rows.find((row) => row.application_id === one.id);
    await world.db
      .updateTable('cas_tickets')
      .set({ encrypted_logout: from?.encrypted_logout ?? null })
      .where('application_id', '=', two.id)
      .execute();
    expect((await signOut(cookie)).json()).toEqual({ untold: ['two'] });
    expect([one.tokens.length, two.tokens.length]).toEqual([1, 0]);
    const line = world.lines.find((text) => text.includes('logout notification failed')) ?? '';
    expect(JSON.parse(line).reason).toBe('UndecryptableNotification');
  });

  test('a user who is erased stays until the services are notified', async () => {
    const one = await application('one', 'refuses');
    await open(await world.signIn(), one);
    await addCaller(world, 'admin', ['administrator']);
    const admin = await strongSession(world, 'admin');
    const input = { params: { id: world.olena } };
    const report = (await callRoute(world, 'eraseUser', admin, input)).json();
    expect(report.kept).toContainEqual(
      expect.objectContaining({ what: 'notifications', count: 1 }),
    );
    await one.become('listens');
    world.clock.now += 20_000;
    await sendDue();
    await expect.poll(() => one.tokens.length).toBeGreaterThan(0);
    const rows = () =>
      world.db
        .selectFrom('cas_tickets')
        .select('kind')
        .where('user_id', '=', world.olena)
        .execute();
    expect(await rows()).toHaveLength(1);
    world.clock.now += 5000;
    await expect.poll(rows, { timeout: 5000, interval: 50 }).toEqual([]);
  });
});
