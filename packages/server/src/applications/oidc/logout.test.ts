import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../testing/browser.ts';
import { addOidcApplications, portal as application } from '../../testing/oidc/applications.ts';
import { createClient, library } from '../../testing/oidc/client.ts';
import { makeWorld, ours, type World } from '../../testing/world.ts';

describe('an application asks to sign out', () => {
  let world: World;
  let portal: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    world = await makeWorld('sqlite');
    await addOidcApplications(world.db);
    portal = await createClient(world.server);
  });
  beforeEach(() => {
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  async function signedIn() {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    const attempt = await portal.begin();
    const { location } = await browser.go(attempt.address);
    const tokens = await portal.finish(location ?? '', attempt);
    return { browser, idToken: tokens.id_token ?? '' };
  }

  const addressWith = (parameters: Record<string, string>) =>
    library.buildEndSessionUrl(portal.configuration, parameters).href;

  const isSignedIn = async (browser: ReturnType<typeof createBrowser>) =>
    (await browser.request('/user')).statusCode === 200;

  /** What the page's form sends. */
  function formOf(body: string) {
    const action = /href="([^"]+)"/.exec(body)?.[1] ?? '';
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
    return { action, payload: new URLSearchParams({ xsrf, logout: 'yes' }).toString() };
  }

  const confirm = (
    browser: ReturnType<typeof createBrowser>,
    { action, payload }: { action: string; payload: string },
    headers: Record<string, string> = {},
  ) =>
    browser.go(action, {
      method: 'POST',
      headers: {
        ...ours,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload,
    });

  test('a page asks the person; then the session is over, and the way leads back', async () => {
    const { browser, idToken } = await signedIn();
    const page = await browser.go(
      addressWith({
        id_token_hint: idToken,
        post_logout_redirect_uri: 'https://portal.example/',
        state: 'after',
      }),
    );
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(page.body).toContain('data-page="sign-out"');
    expect(page.body).toContain('portal укр');
    expect(await isSignedIn(browser)).toBe(true);
    const answer = await confirm(browser, formOf(page.body));
    expect(answer.location).toBe('https://portal.example/?state=after');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('the policy of the page lets its form lead to the application, and to no other', async () => {
    const { browser, idToken } = await signedIn();
    const answer = await browser.request(
      addressWith({
        id_token_hint: idToken,
        post_logout_redirect_uri: 'https://portal.example/',
      }),
    );
    const policy = `${answer.headers['content-security-policy']}`;
    expect(policy).toContain("form-action 'self' https://portal.example;");
    const plain = await browser.request(addressWith({}));
    expect(plain.headers['content-security-policy']).toContain("form-action 'self';");
  });

  test('without an address to go to: our sign-in page', async () => {
    const { browser } = await signedIn();
    const page = await browser.go(addressWith({}));
    const answer = await confirm(browser, formOf(page.body));
    expect(new URL(answer.url).pathname + new URL(answer.url).search).toBe('/uk/?signed-out');
  });

  test.each([
    ['an address nobody has registered', { post_logout_redirect_uri: 'https://evil.example/' }],
    ['a hint nobody has signed', { id_token_hint: 'a.b.c' }],
    ['an application nobody knows', { client_id: 'nobody' }],
  ])('%s: refused, and nobody is signed out', async (_, parameters) => {
    const { browser } = await signedIn();
    const page = await browser.go(
      addressWith({ client_id: application.id, ...(parameters as Record<string, string>) }),
    );
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.body).not.toContain('evil');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('a page of another site cannot confirm', async () => {
    const { browser } = await signedIn();
    const page = await browser.go(addressWith({}));
    const form = formOf(page.body);
    const foreign = await confirm(browser, form, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    const guessed = await confirm(browser, { ...form, payload: 'xsrf=guess&logout=yes' });
    expect(guessed.status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('nobody is signed in: back at once, without a question', async () => {
    const { browser, idToken } = await signedIn();
    await world.post('/api/auth/logout', undefined, { cookie: browser.cookies() });
    const page = await browser.go(
      addressWith({
        id_token_hint: idToken,
        post_logout_redirect_uri: 'https://portal.example/',
      }),
    );
    expect([page.status, page.location]).toEqual([303, 'https://portal.example/']);
  });
});
