import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBrowser } from '../../../test/support/browser.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import {
  addOidcApplication,
  addOidcApplications,
  portal as application,
  office,
} from '../../../test/support/oidc/applications.ts';
import { createClient, library } from '../../../test/support/oidc/client.ts';
import { withWholeAddresses } from '../../../test/support/oidc/raw.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';

describeOnDatabases('OpenID Connect sign-in to an application', (kind) => {
  let world: World;
  let portal: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    world = await makeWorld(kind);
    await addOidcApplications(world.db);
    portal = await createClient(world.server);
  });
  beforeEach(async () => {
    // the library reads the real clock
    world.clock.now = Date.now();
    // these limits were counted when the clock was ahead
    await world.db.deleteFrom('rate_limits').execute();
  });
  afterAll(() => world.close());

  async function signedIn() {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    return browser;
  }

  test('a signed-in user gets a code without a page', async () => {
    const browser = await signedIn();
    const attempt = await portal.begin();
    const answer = await browser.request(attempt.address);
    expect(answer.statusCode).toBe(303);
    const tokens = await portal.finish(`${answer.headers.location}`, attempt);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: 'http://localhost:3000', sub: world.olena, amr: ['pwd'] });
    const about = await library.fetchUserInfo(
      portal.configuration,
      tokens.access_token,
      world.olena,
    );
    expect(about).toEqual({
      sub: world.olena,
      name: 'Шевченко Олена',
      preferred_username: 'O.Shevchenko',
      email: 'O.Shevchenko@campus.example',
      email_verified: true,
      groups: ['students'],
      student_id: 'KV-1',
      eduperson_affiliation: ['student', 'member'],
    });
  });

  test('without a session the request is suspended, and resumes after a sign-in', async () => {
    const browser = createBrowser(world.server);
    const attempt = await portal.begin();
    const stop = await browser.go(attempt.address);
    const url = new URL(stop.url);
    expect([stop.status, url.pathname, url.searchParams.get('appId')]).toEqual([
      200,
      '/uk/',
      application.id,
    ]);
    browser.take(await world.signIn());
    const back = await browser.go(`/api/app-redirect${url.search}`);
    const tokens = await portal.finish(back.location ?? '', attempt);
    expect(tokens.claims()?.sub).toBe(world.olena);
  });

  /** Returns the sign-in page with its suspended request. */
  async function suspended(address: string, browser = createBrowser(world.server)) {
    const stop = await browser.go(address);
    const { pathname, search } = new URL(stop.url);
    return { browser, pathname, search, stop };
  }

  const claimsAfter = async (
    location: string | undefined,
    attempt: Awaited<ReturnType<typeof portal.begin>>,
  ) => (await portal.finish(location ?? '', attempt)).claims();

  const errorIn = (location: unknown) => new URL(`${location}`).searchParams.get('error');

  test('prompt=none: a signed-in user gets a code, other users login_required', async () => {
    const attempt = await portal.begin({ prompt: 'none' });
    const stranger = await createBrowser(world.server).go(attempt.address);
    expect(errorIn(stranger.location)).toBe('login_required');
    const answer = await (await signedIn()).go(attempt.address);
    expect((await claimsAfter(answer.location, attempt))?.sub).toBe(world.olena);
  });

  test.each([{ prompt: 'login' }, { max_age: '0' }, { max_age: '60' }])(
    '%j requires a new sign-in, which continues the same session',
    async (parameters) => {
      const browser = await signedIn();
      const cookie = browser.cookies();
      const before = await world.db.selectFrom('sessions').select('uid').execute();
      world.clock.now += 61_000;
      const attempt = await portal.begin(parameters as Record<string, string>);
      const { search, pathname } = await suspended(attempt.address, browser);
      expect(pathname).toBe('/uk/');
      // a return with an existing session is not a new sign-in
      const again = await browser.go(`/api/app-redirect${search}`);
      expect(new URL(again.url).pathname).toBe('/uk/');
      world.clock.now += 1;
      browser.take(await world.signIn('o.shevchenko', world.server, cookie));
      const answer = await browser.go(`/api/app-redirect${search}`);
      const claims = await claimsAfter(answer.location, attempt);
      expect(claims?.auth_time).toBe(Math.floor(world.clock.now / 1000));
      expect(await world.db.selectFrom('sessions').select('uid').execute()).toEqual(before);
    },
  );

  test('the sign-in page explains why a new sign-in is needed, or why it failed', async () => {
    const browser = await signedIn();
    world.clock.now += 1;
    const attempt = await portal.begin({ prompt: 'login' });
    const { search, pathname } = await suspended(attempt.address, browser);
    const notices = ['', '&google_auth_error=true'].map(async (told) => {
      const { body } = await browser.go(`${pathname}${search}${told}`);
      return /data-notice="([\w-]+)"/.exec(body)?.[1];
    });
    expect(await Promise.all(notices)).toEqual(['sign-in-again', 'google-failed']);
  });

  test('max_age accepts a sign-in one millisecond before the limit', async () => {
    const browser = await signedIn();
    world.clock.now += 59_999;
    const attempt = await portal.begin({ max_age: '60' });
    const answer = await browser.go(attempt.address);
    expect(answer.location).toMatch(/^https:\/\/portal\.example\/callback\?code=/);
  });

  test('two tabs each resume their own request', async () => {
    const browser = createBrowser(world.server);
    const attempts = await Promise.all([portal.begin(), portal.begin()]);
    const tabs = [];
    for (const attempt of attempts) tabs.push(await suspended(attempt.address, browser));
    browser.take(await world.signIn());
    for (const [index, attempt] of attempts.entries()) {
      const answer = await browser.go(`/api/app-redirect${tabs[index]?.search}`);
      expect((await claimsAfter(answer.location, attempt))?.nonce).toBe(attempt.nonce);
    }
  });

  test('a suspended request expires after an hour', async () => {
    const attempt = await portal.begin();
    const { browser, search } = await suspended(attempt.address);
    world.clock.now += 3600_000;
    browser.take(await world.signIn());
    expect((await browser.go(`/api/app-redirect${search}`)).status).toBe(410);
  });

  test('a suspended request resumes after a restart and on another node', async () => {
    const attempt = await portal.begin();
    const { browser, search } = await suspended(attempt.address);
    const other = createBrowser(await world.node());
    for (const pair of browser.cookies().split('; ')) other.take(pair);
    // the resume cookie belongs to its path
    other.take(await world.signIn());
    const answer = await other.go(`/api/app-redirect${search}`);
    expect((await claimsAfter(answer.location, attempt))?.sub).toBe(world.olena);
  });

  test('a POST request is repeated as GET, also if it is long', async () => {
    const browser = await signedIn();
    for (const length of [10, 6000]) {
      const attempt = await portal.begin({ login_hint: 'x'.repeat(length) });
      const { pathname, search } = new URL(attempt.address);
      const posted = await world.server.inject({
        method: 'POST',
        url: pathname,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'cross-site',
        },
        payload: search.slice(1),
      });
      expect(posted.statusCode).toBe(303);
      expect(`${posted.headers.location}`.length).toBeLessThan(5000);
      const answer = await browser.go(`${posted.headers.location}`);
      expect((await claimsAfter(answer.location, attempt))?.sub).toBe(world.olena);
    }
  });

  test('a user without access gets an error page, and the client gets access_denied', async () => {
    const employees = await createClient(world.server, office);
    const browser = await signedIn();
    const attempt = await employees.begin();
    const page = await browser.go(attempt.address);
    expect([page.status, page.location]).toEqual([403, undefined]);
    expect(page.body).toContain('office укр');
    expect(withWholeAddresses(page.body)).toContain(
      '<b>mailto:help@campus.example help@campus.example</b>',
    );
    const continueHref = /href="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const answer = await browser.go(continueHref);
    expect(errorIn(answer.location)).toBe('access_denied');
    expect(answer.location).toContain('https://office.example/callback');
    const silently = await employees.begin({ prompt: 'none' });
    const refused = await browser.go(silently.address);
    expect(errorIn(refused.location)).toBe('access_denied');
  });

  test('a user without access gets the same page after sign-in', async () => {
    const employees = await createClient(world.server, office);
    const attempt = await employees.begin();
    const { browser, search } = await suspended(attempt.address);
    browser.take(await world.signIn());
    const page = await browser.go(`/api/app-redirect${search}`);
    expect([page.status, page.location]).toEqual([403, undefined]);
  });

  test('a resumed request returns the user who is signed in when it resumes', async () => {
    const attempt = await portal.begin();
    const { browser, search } = await suspended(attempt.address);
    browser.take(await world.signIn());
    const resumed = await browser.request(`/api/app-redirect${search}`);
    await addUser(world.db, { username: `other-${kind}` }, world.passwordHash);
    world.clock.now += 5_000;
    browser.take(await world.signIn(`other-${kind}`, world.server, browser.cookies()));
    const answer = await browser.go(`${resumed.headers.location}`);
    const claims = await claimsAfter(answer.location, attempt);
    expect(claims?.sub).not.toBe(world.olena);
    expect(claims?.auth_time).toBe(Math.floor(world.clock.now / 1000));
  });

  test('a pairwise subject is stable and differs from the user id', async () => {
    const own = { ...application, id: crypto.randomUUID(), callback: 'https://pair.example/cb' };
    await addOidcApplication(world.db, {
      id: own.id,
      name: 'pair',
      protocol: {
        metadata: { redirect_uris: [own.callback], subject_type: 'pairwise' },
        secret: own.secret,
      },
    });
    const client = await createClient(world.server, own);
    const subjects = [];
    for (let times = 0; times < 2; times += 1) {
      const attempt = await client.begin({ scope: 'openid' });
      const { location } = await (await signedIn()).go(attempt.address);
      const tokens = await client.finish(location ?? '', attempt);
      const sub = tokens.claims()?.sub ?? '';
      await library.fetchUserInfo(client.configuration, tokens.access_token, sub);
      subjects.push(sub);
    }
    expect(subjects[0]).toMatch(/^[\w-]{43}$/);
    expect(subjects).toEqual([subjects[0], subjects[0]]);
  });

  test('only forms are repeated as GET, and long forms only for known clients', async () => {
    const send = (type: string, payload: string) =>
      world.send({
        method: 'POST',
        url: '/oidc/auth',
        headers: { 'content-type': type },
        payload,
      });
    expect((await send('application/json', '[1]')).statusCode).toBe(415);
    const long = new URLSearchParams({ client_id: 'nobody', state: 'x'.repeat(6000) });
    const form = 'application/x-www-form-urlencoded';
    expect((await send(form, `${long}`)).statusCode).toBe(413);
    const huge = new URLSearchParams({ client_id: application.id, state: 'x'.repeat(20_000) });
    expect((await send(form, `${huge}`)).statusCode).toBe(413);
  });

  test('the portal opens the application at its own origin', async () => {
    const answer = await (await signedIn()).go(`/api/app-redirect?appId=${application.id}`);
    expect(answer.location).toBe('https://portal.example/');
  });

  test('ui_locales selects the language of the sign-in page', async () => {
    const attempt = await portal.begin({ ui_locales: 'de en-GB uk' });
    expect((await suspended(attempt.address)).pathname).toBe('/en/');
  });

  test('concurrent codes of one session all get tokens', { tags: 'race' }, async () => {
    const browser = await signedIn();
    const attempts = await Promise.all(Array.from({ length: 4 }, () => portal.begin()));
    const answers = await Promise.all(attempts.map(({ address }) => browser.go(address)));
    for (const [index, attempt] of attempts.entries()) {
      const tokens = await portal.finish(answers[index]?.location ?? '', attempt);
      await library.fetchUserInfo(portal.configuration, tokens.access_token, world.olena);
    }
  });

  test('after sign-out the client gets no code, and all tokens are invalid', async () => {
    const browser = await signedIn();
    const attempt = await portal.begin();
    const answer = await browser.go(attempt.address);
    const tokens = await portal.finish(answer.location ?? '', attempt);
    await world.post('/api/auth/logout', undefined, { cookie: browser.cookies() });
    const silently = await portal.begin({ prompt: 'none' });
    expect(errorIn((await browser.go(silently.address)).location)).toBe('login_required');
    await expect(
      library.fetchUserInfo(portal.configuration, tokens.access_token, world.olena),
    ).rejects.toThrow();
    await expect(
      library.refreshTokenGrant(portal.configuration, tokens.refresh_token ?? ''),
    ).rejects.toThrow();
  });
});
