// A signed-in user authenticates again for an action that requires a recent sign-in, and returns to its page.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBrowser } from '../../test/support/browser.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { makeWorld, password, type World } from '../../test/support/world.ts';

const minute = 60_000;

describeOnDatabases('authenticating again', (kind) => {
  let world: World;
  let browser: ReturnType<typeof createBrowser>;
  beforeEach(async () => {
    world = await makeWorld(kind);
    browser = createBrowser(world.server);
    browser.take(await world.signIn());
  });
  afterEach(() => world.close());

  const sessions = () => world.db.selectFrom('sessions').select(['uid', 'verified_at']).execute();

  function submit(url: string, typed: string) {
    return browser.go(url, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `${new URLSearchParams({ username: 'o.shevchenko', password: typed })}`,
    });
  }

  test.each([
    ['account', '/uk/account'],
    ['password', '/uk/password'],
  ])('the sign-in page leads back: %s', async (page, path) => {
    world.clock.now += 11 * minute;
    const before = await sessions();
    const asked = await browser.go(`/uk/?reauthenticate=${page}`);
    expect(asked.url).toContain('/uk/?reauthenticate');
    expect(asked.body).toContain('data-notice="confirm-identity"');
    expect(asked.body).toContain('value="O.Shevchenko"');
    expect(asked.body).toContain(`data-carried="?reauthenticate=${page}"`);
    const wrong = await submit(asked.url, 'wrong');
    expect(wrong.status).toBe(401);
    const { url } = await submit(asked.url, password);
    expect(new URL(url, 'http://localhost').pathname).toBe(path);
    const [session, ...others] = await sessions();
    expect(others).toEqual([]);
    expect(session?.uid).toBe(before[0]?.uid);
    expect(session?.verified_at).toBe(world.clock.now);
  });

  test('a recent sign-in leads back at once', async () => {
    const { url } = await browser.go('/uk/?reauthenticate=account');
    expect(new URL(url, 'http://localhost').pathname).toBe('/uk/account');
  });

  test('the pages of the methods are also shown', async () => {
    world.clock.now += 11 * minute;
    const { url } = await browser.go('/uk/diia?reauthenticate=account');
    expect(url).toContain('/uk/diia');
  });

  test('a shared computer stays one', async () => {
    await world.db.updateTable('sessions').set({ shared_computer: 1 }).execute();
    world.clock.now += 9.5 * minute;
    await browser.go('/uk/account');
    world.clock.now += 1 * minute;
    const { body } = await browser.go('/uk/?reauthenticate=account');
    expect(body).toContain('data-shared="true"');
  });

  test.each(['', 'apps', 'https://evil.example', 'password/changed'])(
    'an unknown page is ignored: %s',
    async (page) => {
      world.clock.now += 11 * minute;
      const { url } = await browser.go(`/uk/?reauthenticate=${encodeURIComponent(page)}`);
      expect(new URL(url, 'http://localhost').pathname).toBe('/uk/apps');
    },
  );
});
