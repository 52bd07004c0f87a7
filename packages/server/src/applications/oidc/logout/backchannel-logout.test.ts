import { signedOutQuery } from '@brama/contract/pages/login-page';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCaller, callRoute, strongSession } from '../../../../test/support/admin/callers.ts';
import { createBrowser } from '../../../../test/support/browser.ts';
import { startCallback } from '../../../../test/support/cas/callback-server.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { addOidcApplication } from '../../../../test/support/oidc/applications.ts';
import { createClient } from '../../../../test/support/oidc/client.ts';
import {
  createListener,
  dueNotifications,
  type Manner,
} from '../../../../test/support/oidc/listener.ts';
import { addUser, makeWorld, type World } from '../../../../test/support/world.ts';
import { GrantStore } from '../adapters/grants.ts';
import { createLogoutQueue } from './backchannel-logout.ts';

const due = { most: 10 };
const secret = 'UG9ydGFsIGkga2x5dWNoIHZpZCBicmFteSA0NTY3';

describeOnDatabases('back-channel logout', (kind) => {
  let world: World;
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    world = await makeWorld(kind);
    world.clock.now = Date.now();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await world.close();
  });

  /** Adds an application with its listener. `is deaf`: it has not registered a back-channel logout URI. */
  async function application(
    name: string,
    first: Manner | 'is deaf',
    { groups = ['students'], logoutUri }: { groups?: string[]; logoutUri?: string } = {},
  ) {
    const isDeaf = first === 'is deaf';
    const listener = await createListener(isDeaf ? 'listens' : first);
    closing.push(listener.close);
    const id = crypto.randomUUID();
    const callback = `${listener.address}/callback`;
    await addOidcApplication(world.db, {
      id,
      name,
      groups,
      protocol: {
        metadata: {
          redirect_uris: [callback],
          scope: 'openid profile email groups campus',
          ...(!isDeaf && {
            backchannel_logout_uri: logoutUri ?? `${listener.address}/sign-out?key=hidden`,
            backchannel_logout_session_required: true,
          }),
        },
        secret,
      },
    });
    const client = await createClient(world.server, { id, secret, callback });
    return {
      id,
      ...listener,
      async knock(browser: ReturnType<typeof createBrowser>) {
        return browser.go((await client.begin()).address);
      },
      async signIn(browser: ReturnType<typeof createBrowser>) {
        const attempt = await client.begin();
        const { location } = await browser.go(attempt.address);
        return (await client.finish(location ?? '', attempt)).claims();
      },
    };
  }

  async function signedIn(username = 'o.shevchenko') {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn(username));
    return browser;
  }

  const signOut = async (browser: ReturnType<typeof createBrowser>) =>
    (await world.post('/api/auth/logout', undefined, { cookie: browser.cookies() })).json();

  async function verified(token: string, audience: string) {
    const jwks = (await world.send({ url: '/oidc/jwks' })).json();
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(jwks), {
      issuer: 'http://localhost:3000',
      audience,
    });
    return { ...payload, typ: protectedHeader.typ };
  }

  test('notifies all clients in parallel, and shows which failed', async () => {
    const good = await application('good', 'listens');
    const broken = await application('broken', 'refuses');
    const slow = await application('slow', 'is silent');
    const browser = await signedIn();
    const claims = await good.signIn(browser);
    await broken.signIn(browser);
    await slow.signIn(browser);
    const { untold } = await signOut(browser);
    expect(untold.sort()).toEqual(['broken', 'slow']);
    expect([good, broken, slow].map(({ tokens }) => tokens.length)).toEqual([1, 1, 1]);
    const told = await verified(good.tokens[0] ?? '', good.id);
    expect(told).toMatchObject({ typ: 'logout+jwt', sub: world.olena, sid: claims?.['sid'] });
    expect(told).toHaveProperty(['events', 'http://schemas.openid.net/event/backchannel-logout']);
    expect(told).not.toHaveProperty('nonce');
  });

  test('administrators see what came of the notifications of an application', async () => {
    const good = await application('good', 'listens');
    const broken = await application('broken', 'refuses');
    const deaf = await application('deaf', 'is deaf');
    const browser = await signedIn();
    for (const one of [good, broken, deaf]) await one.signIn(browser);
    await signOut(browser);
    await addCaller(world, 'observer', ['administrator']);
    const caller = await strongSession(world, 'observer');
    const logoutsOf = async ({ id }: { id: string }) =>
      (await callRoute(world, 'diagnoseApplication', caller, { params: { id } })).json().logouts;
    expect(await logoutsOf(good)).toMatchObject({
      isNotified: true,
      delivered: { count: 1 },
      failed: null,
      waiting: 0,
    });
    expect(await logoutsOf(broken)).toMatchObject({
      delivered: null,
      failed: { count: 1, reason: 'status 500' },
      waiting: 1,
      nextAttemptAt: expect.any(String),
    });
    expect(await logoutsOf(deaf)).toMatchObject({
      isNotified: false,
      delivered: null,
      failed: null,
      waiting: 0,
    });
  });

  test('the user does not wait for failed and slow clients, which are notified later', async () => {
    const good = await application('good', 'listens');
    const dead = await application('dead', 'is dead');
    const slow = await application('slow', 'is silent');
    const browser = await signedIn();
    for (const one of [good, dead, slow]) await one.signIn(browser);
    const answer = await world.post('/api/auth/logout', undefined, { cookie: browser.cookies() });
    // the attempt for the slow client is still running; the logout did not wait for it
    const ended = world.lines.filter((line) => line.includes('logout notification failed'));
    expect(ended.map((line) => JSON.parse(line))).toMatchObject([
      { application: dead.id, client: dead.id, tries: 1 },
    ]);
    expect(slow.tokens).toHaveLength(1);
    expect(answer.json().untold.sort()).toEqual(['dead', 'slow']);
    expect((await browser.request('/user')).statusCode).toBe(401);
    const { url } = await browser.go(`/uk/${signedOutQuery(answer.json().untold)}`);
    expect((await browser.go(url)).body).toContain('<p>dead укр і slow укр</p>');
    expect((await browser.go(url.replace('/uk/', '/en/'))).body).toContain(
      '<p>dead eng and slow eng</p>',
    );
    await dead.become('listens');
    await slow.become('listens');
    world.clock.now += 20_000;
    const other = await signedIn();
    await good.signIn(other);
    await signOut(other);
    await expect.poll(() => [dead, slow].map(({ tokens }) => tokens.length)).toEqual([1, 2]);
    for (const { id, tokens } of [dead, slow])
      expect(await verified(tokens.at(-1) ?? '', id)).toMatchObject({ sub: world.olena });
  });

  test('applications without a logout address are listed as not notified, and not retried', async () => {
    const good = await application('good', 'listens');
    const deaf = await application('deaf', 'is deaf');
    await application('elsewhere', 'is deaf');
    const closed = await application('closed', 'is deaf', { groups: ['employees'] });
    const browser = await signedIn();
    for (const one of [good, deaf]) await one.signIn(browser);
    expect((await closed.knock(browser)).status).toBe(403);
    expect(await signOut(browser)).toEqual({ untold: ['deaf'] });
    expect(deaf.tokens).toEqual([]);
    expect(await createLogoutQueue(world.db, () => world.clock.now + 1e9).lease(due)).toEqual([]);
    const other = await signedIn();
    await good.signIn(other);
    expect(await signOut(other)).toEqual({ untold: [] });
  });

  test('a failed notification is retried until it succeeds', async () => {
    const broken = await application('broken', 'refuses');
    const browser = await signedIn();
    await broken.signIn(browser);
    await signOut(browser);
    await broken.become('listens');
    /** Signs another user out; every logout runs the notifications that are due. */
    const later = async (ms: number) => {
      world.clock.now += ms;
      const other = await signedIn();
      const good = await application(`good-${crypto.randomUUID()}`, 'listens');
      await good.signIn(other);
      await signOut(other);
    };
    await later(1_000);
    expect(broken.tokens).toHaveLength(1);
    await later(20_000);
    await expect.poll(() => broken.tokens.length).toBe(2);
    await expect.poll(() => dueNotifications(world.db)).toBe(0);
    await later(7_200_000);
    expect(broken.tokens).toHaveLength(2);
  });

  test('a client that does not respond does not delay the others', async () => {
    const silent = await application('silent', 'is silent');
    for (let count = 0; count < 3; count += 1) {
      const browser = await signedIn();
      await silent.signIn(browser);
      await world.db.deleteFrom('sessions').where('user_id', '=', world.olena).execute();
    }
    const good = await application('good', 'listens');
    const browser = await signedIn();
    await good.signIn(browser);
    expect(await signOut(browser)).toEqual({ untold: [] });
    expect(good.tokens).toHaveLength(1);
  });

  test('clients are notified after a change of user and after the session is deleted', async () => {
    await addUser(world.db, { username: 'taras' }, world.passwordHash);
    const good = await application('good', 'listens');
    const shared = await signedIn();
    await good.signIn(shared);
    shared.take(await world.signIn('taras', world.server, shared.cookies()));
    const disabled = await signedIn();
    await good.signIn(disabled);
    await world.db.deleteFrom('sessions').where('user_id', '=', world.olena).execute();
    await good.signIn(shared);
    await signOut(shared);
    await expect.poll(() => good.tokens.length).toBe(3);
  });

  test('a grant revoked after the session ended still gets its notification', async () => {
    const good = await application('good', 'listens');
    await good.signIn(await signedIn());
    await world.db.deleteFrom('sessions').execute();
    const { id } = await world.db.selectFrom('oidc_grants').select('id').executeTakeFirstOrThrow();
    await new GrantStore(world.db, () => world.clock.now, 1e9).revoke(id);
    const other = await signedIn();
    await good.signIn(other);
    await signOut(other);
    await expect.poll(() => good.tokens.length).toBe(2);
  });

  test('a client with a changed client id does not count as notified', async () => {
    const good = await application('good', 'listens');
    await good.signIn(await signedIn());
    await world.db.deleteFrom('sessions').execute();
    const becomes = (client: string | null) =>
      world.db
        .updateTable('applications')
        .set({ protocol_key: client })
        .where('id', '=', good.id)
        .execute();
    const other = await application('other', 'listens');
    /** Signs another user out; every logout runs the notifications that are due. */
    const look = async () => {
      const browser = await signedIn();
      await other.signIn(browser);
      await signOut(browser);
    };
    await becomes('journal');
    await look();
    const lines = () => world.lines.filter((line) => line.includes('logout notification failed'));
    await expect.poll(lines).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      client: good.id,
      reason: 'UnknownClient',
    });
    await becomes(null);
    world.clock.now += 20_000;
    await look();
    await expect.poll(() => good.tokens.length).toBe(1);
  });

  test('the log contains the reason of a failure, but not the address', async () => {
    const browser = await signedIn();
    for (const manner of ['refuses', 'is dead'] as const)
      await (await application(manner.replace(' ', '-'), manner)).signIn(browser);
    await signOut(browser);
    const lines = () => world.lines.filter((line) => line.includes('logout notification failed'));
    await expect.poll(lines).toHaveLength(2);
    expect(
      lines()
        .map((line) => JSON.parse(line).reason)
        .sort(),
    ).toEqual(['ECONNREFUSED', 'status 500']);
    for (const line of world.lines) expect(line).not.toContain('hidden');
  });

  test('a refused certificate is named in a warning', async () => {
    const selfSigned = await startCallback(undefined);
    closing.push(async () => selfSigned.stop());
    const logoutUri = `${new URL(selfSigned.address).origin}/sign-out?key=hidden`;
    const { id, signIn } = await application('foreign', 'listens', { logoutUri });
    const browser = await signedIn();
    await signIn(browser);
    await signOut(browser);
    const lines = () => world.lines.filter((line) => line.includes('logout notification failed'));
    await expect.poll(lines).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      level: 'warn',
      client: id,
      reason: 'certificate DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(lines()[0]).not.toContain('hidden');
  });

  test('a repeated sign-in of the same user sends no notification', async () => {
    const good = await application('good', 'listens');
    const browser = await signedIn();
    const before = await good.signIn(browser);
    browser.take(await world.signIn('o.shevchenko', world.server, browser.cookies()));
    const after = await good.signIn(browser);
    expect(after?.['sid']).toBe(before?.['sid']);
    expect(good.tokens).toEqual([]);
  });

  test('the page after sign-out shows only names of known applications', async () => {
    await application('broken', 'refuses');
    const page = async (untold: string) =>
      (await world.send({ url: `/uk/?signed-out&untold=${untold}` })).body;
    const named = await page('broken,evil%3Cscript%3E');
    expect(named).toContain('data-notice="signed-out-partly"');
    expect(named).toContain('<p>broken укр</p>');
    expect(await page('evil')).toContain('data-notice="signed-out"');
  });
});
