import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { makeGoogleWorld } from '../../../../test/support/google/world.ts';
import {
  addOidcApplication,
  addOidcApplications,
  portal as application,
} from '../../../../test/support/oidc/applications.ts';
import { createClient, library } from '../../../../test/support/oidc/client.ts';
import { addUser, makeWorld, ours, type World } from '../../../../test/support/world.ts';

describe('RP-initiated logout', () => {
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

  async function signedInNowhereElse() {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    return { browser, idToken: '' };
  }

  async function signedIn() {
    const { browser } = await signedInNowhereElse();
    const attempt = await portal.begin();
    const { location } = await browser.go(attempt.address);
    const tokens = await portal.finish(location ?? '', attempt);
    return { browser, idToken: tokens.id_token ?? '' };
  }

  const addressWith = (parameters: Record<string, string>) =>
    library.buildEndSessionUrl(portal.configuration, parameters).href;

  const isSignedIn = async (browser: ReturnType<typeof createBrowser>) =>
    (await browser.request('/user')).statusCode === 200;

  /** Returns the fields of the page's form. */
  function formOf(body: string) {
    const action = /href="([^"]+)"/.exec(body)?.[1] ?? '';
    const proof = /name="proof" value="([^"]+)"/.exec(body)?.[1] ?? '';
    return { action, payload: new URLSearchParams({ proof }).toString() };
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

  test('asks the user to confirm, ends the session and redirects to the client', async () => {
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
    expect(page.body).toContain('<p>Сервіс «portal укр» просить.</p>');
    expect(await isSignedIn(browser)).toBe(true);
    const answer = await confirm(browser, formOf(page.body));
    expect(answer.location).toBe('https://portal.example/?state=after');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('the form-action policy allows only the redirect of the client', async () => {
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

  test('without a redirect address the sign-in page lists clients that were not notified', async () => {
    const { browser } = await signedIn();
    const page = await browser.go('/oidc/logout');
    expect(page.body).toContain('<p>Ви вийдете.</p>');
    const answer = await confirm(browser, formOf(page.body));
    expect(new URL(answer.url).pathname + new URL(answer.url).search).toBe(
      '/uk/?signed-out&untold=portal',
    );
    expect(answer.body).toContain('<p>portal укр</p>');
  });

  test('without a session redirects immediately', async () => {
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

  const returnToCookie = { post_logout_redirect_uri: 'https://portal.example/', state: 'after' };

  test('two tabs with the confirmation: one signs out, the other still redirects', async () => {
    const { browser, idToken } = await signedIn();
    const asked = addressWith({ id_token_hint: idToken, ...returnToCookie });
    const [first, second] = [await browser.go(asked), await browser.go(asked)];
    expect((await confirm(browser, formOf(first.body))).location).toContain('state=after');
    expect(await isSignedIn(browser)).toBe(false);
    const answer = await confirm(browser, formOf(second.body));
    expect([answer.status, answer.location]).toEqual([303, 'https://portal.example/?state=after']);
  });

  test('after a change of user the page asks for confirmation again', async () => {
    const { browser, idToken } = await signedIn();
    const page = await browser.go(addressWith({ id_token_hint: idToken, ...returnToCookie }));
    await addUser(world.db, { username: 'taras' }, world.passwordHash);
    browser.take(await world.signIn('taras', world.server, browser.cookies()));
    const asked = await confirm(browser, formOf(page.body));
    expect([asked.status, asked.location]).toEqual([200, undefined]);
    expect(asked.body).toContain('portal укр');
    expect(await isSignedIn(browser)).toBe(true);
    expect((await confirm(browser, formOf(asked.body))).location).toContain('state=after');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('the request is stored only in the form, encrypted', async () => {
    const { browser, idToken } = await signedIn();
    const count = async () =>
      (await world.db.selectFrom('oidc_tokens').selectAll().execute()).length;
    const before = await count();
    const { body } = await browser.go(addressWith({ id_token_hint: idToken, ...returnToCookie }));
    expect(await count()).toBe(before);
    expect(Buffer.from(formOf(body).payload, 'base64url').toString()).not.toContain('portal');
  });

  test('removes the cookies of sign-in methods, as the portal does', async () => {
    const google = await makeGoogleWorld('sqlite');
    try {
      await addOidcApplications(google.db);
      const browser = createBrowser(google.server);
      browser.take(await google.signIn());
      const left = `brama_google_${'x'.repeat(22)}`;
      browser.take(`${left}=y`);
      const page = await browser.go(`/oidc/logout?client_id=${application.id}`);
      await confirm(browser, formOf(page.body));
      expect([browser.cookie('brama_session'), browser.cookie(left)]).toEqual([
        undefined,
        undefined,
      ]);
    } finally {
      await google.close();
    }
  });

  describe('with clients that do not respond', () => {
    /** Signs in at a client whose back-channel logout URI has no listener. */
    async function signedInAt(name: string, callback: string, begin = signedIn) {
      const { browser, idToken } = await begin();
      const id = crypto.randomUUID();
      await addOidcApplication(world.db, {
        id,
        name,
        protocol: {
          metadata: {
            redirect_uris: [callback],
            post_logout_redirect_uris: [new URL('/', callback).href],
            scope: 'openid profile email groups campus',
            backchannel_logout_uri: 'http://127.0.0.1:1/sign-out',
          },
          secret: application.secret,
        },
      });
      const client = await createClient(world.server, { ...application, id, callback });
      const attempt = await client.begin();
      const { location } = await browser.go(attempt.address);
      const tokens = await client.finish(location ?? '', attempt);
      return { browser, idToken, ownIdToken: tokens.id_token ?? '' };
    }

    test('a page lists them before the redirect', async () => {
      const { browser, idToken } = await signedInAt('deaf', 'https://deaf.example/callback');
      const page = await browser.go(addressWith({ id_token_hint: idToken, ...returnToCookie }));
      const answer = await confirm(browser, formOf(page.body));
      expect([answer.status, answer.location]).toEqual([200, undefined]);
      expect(answer.body).toContain('data-page="signed-out"');
      expect(answer.body).toContain('<i>deaf укр</i>');
      expect(answer.body).toContain('href="https://portal.example/?state=after"');
      expect(await isSignedIn(browser)).toBe(false);
    });

    test('without a redirect address the sign-in page lists them', async () => {
      const { browser } = await signedInAt('mute', 'https://mute.example/callback');
      const page = await browser.go(addressWith({}));
      const answer = await confirm(browser, formOf(page.body));
      expect(answer.url).toContain('/uk/?signed-out&untold=mute');
      expect(answer.body).toContain('<p>mute укр</p>');
    });

    test('the page does not list the client that requested the logout', async () => {
      const { browser, ownIdToken } = await signedInAt(
        'self',
        'https://self.example/callback',
        signedInNowhereElse,
      );
      const query = new URLSearchParams({
        id_token_hint: ownIdToken,
        post_logout_redirect_uri: 'https://self.example/',
      });
      const page = await browser.go(`/oidc/logout?${query}`);
      const answer = await confirm(browser, formOf(page.body));
      expect(answer.location).toBe('https://self.example/');
    });
  });
});
