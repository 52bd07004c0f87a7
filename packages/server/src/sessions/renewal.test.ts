import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../test/support/browser.ts';
import { databaseKinds } from '../../test/support/databases.ts';
import { type Arena, makeArena } from '../../test/support/oidc/arena.ts';
import { said } from '../../test/support/oidc/raw.ts';
import { addUser } from '../../test/support/world.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { createSessionStore } from './store.ts';

describe.each(databaseKinds)('a browser that signs in twice with one cookie, on %s', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
    await addUser(arena.db, { username: 'mallory' }, arena.passwordHash);
  });
  beforeEach(async () => {
    arena.clock.now = Date.now();
    await arena.db.deleteFrom('sessions').execute();
  });
  afterAll(() => arena.close());

  const sessions = () => arena.db.selectFrom('sessions').select(['uid', 'user_id']).execute();
  const isSignedIn = async (cookie: string) =>
    (await arena.send({ url: '/user', headers: { cookie } })).statusCode === 200;
  const signOut = (cookie: string) => arena.post('/api/auth/logout', undefined, { cookie });

  /** Opens an application in a session. `cookie` is the cookie before the user signs in again. */
  async function opened() {
    const { browser, tokens } = await arena.withTokens();
    const isAlive = async () => [
      said(await arena.userinfo(tokens.access_token)),
      said(await arena.refresh(tokens.refresh_token)),
    ];
    return { cookie: browser.cookies(), isAlive };
  }
  const dead = ['401 invalid_token', '400 invalid_grant'];

  test('sequential sign-ins give one session, which the sign-out ends', async () => {
    const { cookie, isAlive } = await opened();
    const [before] = await sessions();
    const first = await arena.signIn('o.shevchenko', arena.server, cookie);
    const second = await arena.signIn('o.shevchenko', arena.server, cookie);
    expect(await sessions()).toEqual([before]);
    expect([await isSignedIn(cookie), await isSignedIn(first)]).toEqual([false, false]);
    expect(await isSignedIn(second)).toBe(true);
    await signOut(second);
    expect(await isAlive()).toEqual(dead);
  });

  test('a renewed session has the factors of the later sign-in', async () => {
    const lifetimes = { idleSeconds: 600, sharedIdleSeconds: 600, absoluteSeconds: 600 };
    const encryption = createEncryption(Buffer.alloc(32));
    const store = createSessionStore(arena.db, { lifetimes, now: () => 2000, encryption });
    const signIn = { userId: arena.olena, method: 'password', verifiedAt: 1000 } as const;
    const { secretId } = await store.start(arena.db, signIn);
    const later = { ...signIn, verifiedAt: 2000, amr: ['pwd', 'otp', 'mfa'] };
    const renewed = await store.start(arena.db, later, secretId);
    expect((await store.find(renewed.secretId))?.amr).toEqual(later.amr);
  });

  test('eight concurrent sign-ins on two nodes give one session with one valid cookie', async () => {
    const { cookie, isAlive } = await opened();
    const [before] = await sessions();
    const other = await arena.node();
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        arena.signIn('o.shevchenko', index % 2 ? other : arena.server, cookie),
      ),
    );
    expect(await sessions()).toEqual([before]);
    const good = [];
    for (const one of all) if (await isSignedIn(one)) good.push(one);
    expect(good).toHaveLength(1);
    await signOut(`${good[0]}`);
    expect(await isAlive()).toEqual(dead);
  });

  test('a sign-in with the cookie of the first sign-in continues the session', async () => {
    const { cookie } = await opened();
    const before = await sessions();
    const first = await arena.signIn('o.shevchenko', arena.server, cookie);
    await arena.signIn('o.shevchenko', arena.server, cookie);
    await arena.signIn('o.shevchenko', arena.server, first);
    expect(await sessions()).toEqual(before);
  });

  test('a sign-out with the previous cookie also ends the session', async () => {
    const { cookie, isAlive } = await opened();
    const renewed = await arena.signIn('o.shevchenko', arena.server, cookie);
    await signOut(cookie);
    expect(await sessions()).toEqual([]);
    expect(await isSignedIn(renewed)).toBe(false);
    expect(await isAlive()).toEqual(dead);
  });

  test('a sign-in of another user ends the session of the first user', async () => {
    const { cookie, isAlive } = await opened();
    const first = await arena.signIn('o.shevchenko', arena.server, cookie);
    const second = createBrowser(arena.server);
    second.take(await arena.signIn('mallory', arena.server, cookie));
    expect(await isSignedIn(first)).toBe(false);
    expect(await isAlive()).toEqual(dead);
    expect((await second.request('/user')).json().fullName).toBe('mallory');
  });
});
