import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../testing/browser.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { addOidcApplications, portal as application } from '../../testing/oidc/applications.ts';
import { createClient, library } from '../../testing/oidc/client.ts';
import { makeWorld, type World } from '../../testing/world.ts';

describe.each(databaseKinds)('an application signs in with OpenID Connect, on %s', (kind) => {
  let world: World;
  let portal: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    world = await makeWorld(kind);
    await addOidcApplications(world.db);
    portal = await createClient(world.server);
  });
  beforeEach(() => {
    // the library reads the clock of the machine
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  async function signedIn() {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    return browser;
  }

  test('somebody signed in gets a code at once, with no page in between', async () => {
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

  test('nobody signed in: the request waits, and goes on after any sign-in', async () => {
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
});
