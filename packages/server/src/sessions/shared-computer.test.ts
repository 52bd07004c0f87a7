// A session on a shared computer ends sooner, wherever it is checked. `sign-in/conformance.test.ts` tests each sign-in method.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBrowser } from '../../test/support/browser.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { portal } from '../../test/support/oidc/applications.ts';
import { type Arena, makeArena } from '../../test/support/oidc/arena.ts';
import { attemptOf, ended, said } from '../../test/support/oidc/raw.ts';
import { accountMenuOf } from '../../test/support/web-build.ts';
import { ours, password } from '../../test/support/world.ts';

const minute = 60_000;

describeOnDatabases('a session on a shared computer', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
  });
  beforeEach(async () => {
    arena.clock.now = Date.now();
    await arena.db.deleteFrom('sessions').execute();
  });
  afterAll(() => arena.close());

  type Browser = ReturnType<typeof createBrowser>;
  const username = 'o.shevchenko';

  let setCookies: { name: string }[] = [];
  async function signIn(browser: Browser, choice: { sharedComputer?: boolean }) {
    const { sessionId } = (await arena.post('/api/auth', { username, password })).json();
    const cookie = browser.cookies();
    const answer = await arena.post('/api/auth/internal', { sessionId, ...choice }, { cookie });
    setCookies = answer.cookies;
    const [set] = answer.cookies;
    browser.take(`${set?.name}=${set?.value}`);
    return set;
  }
  const userIn = async (browser: Browser) => (await browser.request('/user')).statusCode;
  const sessions = () =>
    arena.db.selectFrom('sessions').select(['uid', 'shared_computer']).execute();

  test('its tokens are valid until it has been idle for ten minutes', async () => {
    const { browser, tokens } = await arena.withTokens();
    await signIn(browser, { sharedComputer: true });
    const answers = async () => [
      said(await arena.userinfo(tokens.access_token)),
      said(await arena.refresh(tokens.refresh_token)),
      ended(await browser.go(attemptOf(portal, { prompt: 'none' }).address)),
    ];
    arena.clock.now += 9 * minute;
    expect(await answers()).toEqual(['200', '200', 'code']);
    // the single sign-on has used the session, and the tokens have not
    arena.clock.now += 9 * minute;
    expect(said(await arena.userinfo(tokens.access_token))).toBe('200');
    arena.clock.now += minute;
    expect(await answers()).toEqual([
      '401 invalid_token',
      '400 invalid_grant',
      'error login_required',
    ]);
    expect(await userIn(browser)).toBe(401);
  });

  test('a later sign-in without the choice renews it and keeps the choice', async () => {
    const browser = createBrowser(arena.server);
    await signIn(browser, { sharedComputer: true });
    const before = await sessions();
    const renewed = await signIn(browser, {});
    expect(renewed?.maxAge).toBeUndefined();
    // also not a trusted device
    expect(setCookies.map(({ name }) => name)).toEqual(['brama_session']);
    expect(await sessions()).toEqual(before);
    arena.clock.now += 10 * minute;
    expect(await userIn(browser)).toBe(401);
  });

  test('a page that asks whether the session lives does not extend it', async () => {
    const browser = createBrowser(arena.server);
    await signIn(browser, { sharedComputer: true });
    const ask = async () => (await browser.request('/api/session')).statusCode;
    arena.clock.now += 9 * minute;
    expect(await ask()).toBe(200);
    arena.clock.now += minute;
    expect(await ask()).toBe(401);
  });

  test('its pages know when it ends, and other sessions have no such time', async () => {
    const browser = createBrowser(arena.server);
    const idle = async () => accountMenuOf((await browser.request('/uk/faq')).body)?.idleSeconds;
    await signIn(browser, {});
    expect(await idle()).toBeUndefined();
    await signIn(browser, { sharedComputer: true });
    expect(await idle()).toBe(600);
  });

  test('a later sign-in with the choice makes another session one', async () => {
    const browser = createBrowser(arena.server);
    const first = await signIn(browser, {});
    expect(first?.maxAge).toBe(604_800);
    const second = await signIn(browser, { sharedComputer: true });
    expect(second?.maxAge).toBeUndefined();
    expect((await sessions()).map((one) => one.shared_computer)).toEqual([1]);
  });

  test('an idle one is not renewed: the user gets a new session', async () => {
    const browser = createBrowser(arena.server);
    await signIn(browser, { sharedComputer: true });
    const [before] = await sessions();
    arena.clock.now += 10 * minute;
    await signIn(browser, {});
    const [after, ...others] = await sessions();
    expect([after?.shared_computer, others]).toEqual([0, []]);
    expect(after?.uid).not.toBe(before?.uid);
  });

  test('a new secret id keeps the cookie without a lifetime', async () => {
    const browser = createBrowser(arena.server);
    await signIn(browser, { sharedComputer: true });
    const headers = { cookie: browser.cookies() };
    const answer = await arena.post('/api/sessions/end-others', undefined, headers);
    expect(answer.cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([
      ['brama_session', undefined],
    ]);
  });

  test('the choice works for a suspended authorization request', async () => {
    const browser = createBrowser(arena.server);
    const page = await browser.go(attemptOf(portal).address);
    const address = new URL(page.url, 'http://localhost');
    expect(address.searchParams.has('request')).toBe(true);
    const entered = await browser.go(`${address.pathname}${address.search}`, {
      method: 'POST',
      headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${new URLSearchParams({ username, password, sharedComputer: 'true' })}`,
    });
    expect(new URL(entered.url, 'http://localhost').search).toBe(address.search);
    expect(ended(await browser.go(`/api/app-redirect${address.search}`))).toBe('code');
    expect((await sessions()).map((one) => one.shared_computer)).toEqual([1]);
  });
});
