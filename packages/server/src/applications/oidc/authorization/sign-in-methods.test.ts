import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { type GoogleWorld, makeGoogleWorld } from '../../../../test/support/google/world.ts';
import {
  addOidcApplication,
  portal as application,
} from '../../../../test/support/oidc/applications.ts';
import { createClient } from '../../../../test/support/oidc/client.ts';

describe('an application that requires sign-in methods, with password and Google enabled', () => {
  let world: GoogleWorld;
  beforeAll(async () => {
    world = await makeGoogleWorld('sqlite', { PASSKEYS: '0' });
  });
  beforeEach(() => {
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  async function appWith(...signInMethods: string[]) {
    const id = crypto.randomUUID();
    const callback = 'https://wants.example/callback';
    await addOidcApplication(world.db, {
      id,
      name: `wants-${id}`,
      protocol: {
        metadata: { redirect_uris: [callback], scope: 'openid profile email groups campus' },
        secret: application.secret,
        ...(signInMethods.length > 0 && { signInMethods }),
      },
    });
    return createClient(world.server, { ...application, id, callback });
  }

  const shown = (body: string) => /data-methods="([^"]*)"/.exec(body)?.[1];
  const errorIn = (location: unknown) => new URL(`${location}`).searchParams.get('error');

  test.each([
    [['google'], 'google', 'Лише Google.'],
    [['diia', 'google'], 'google', 'Лише Google.'],
    [['password'], 'password', 'Лише за паролем.'],
  ])('%j: the sign-in page shows only %s, and explains why', async (wanted, methods, why) => {
    const attempt = await (await appWith(...wanted)).begin();
    const browser = createBrowser(world.server);
    const page = await browser.go(attempt.address);
    expect(shown(page.body)).toBe(methods);
    expect(page.body).toContain(why);
    // also after a wrong password, without JavaScript
    const { pathname, search } = new URL(page.url);
    const again = await browser.go(pathname + search, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'username=o.shevchenko&password=wrong',
    });
    expect([again.status, shown(again.body)]).toEqual([401, methods]);
  });

  test.each([[[]], [['google', 'password']], [['password', 'diia', 'google']]])(
    '%j: the sign-in page shows all enabled methods without an explanation',
    async (wanted) => {
      const attempt = await (await appWith(...wanted)).begin();
      const { body } = await createBrowser(world.server).go(attempt.address);
      expect(shown(body)).toBe('password,google');
      expect(body).not.toContain('Лише');
    },
  );

  test('a request of another browser does not change the sign-in page', async () => {
    const attempt = await (await appWith('google')).begin();
    const { search } = new URL((await createBrowser(world.server).go(attempt.address)).url);
    const { body } = await createBrowser(world.server).go(`/uk/${search}`);
    expect(shown(body)).toBe('password,google');
  });

  test.each(['nobody', 'somebody'])(
    'only disabled methods: error page, then access_denied for the client, with %s signed in',
    async (who) => {
      const attempt = await (await appWith('diia')).begin();
      const browser = createBrowser(world.server);
      if (who === 'somebody') browser.take(await world.signIn());
      const page = await browser.go(attempt.address);
      expect([page.status, page.location]).toEqual([403, undefined]);
      expect(page.body).toContain('data-page="no-method"');
      const { location } = await browser.go(/href="([^"]+)"/.exec(page.body)?.[1] ?? '');
      expect(errorIn(location)).toBe('access_denied');
      expect(location).toContain(`state=${attempt.state}`);
    },
  );

  test('prompt=none: the client gets an error immediately', async () => {
    const attempt = await (await appWith('diia')).begin({ prompt: 'none' });
    const { location } = await createBrowser(world.server).go(attempt.address);
    expect(errorIn(location)).toBe('login_required');
  });
});
