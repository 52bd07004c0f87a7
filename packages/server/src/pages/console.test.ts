// The document of the console: who gets it, and how others come to it.

import { permissionsOf } from '@brama/contract/admin/permissions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCaller, strongSession, weakSession } from '../../test/support/admin/callers.ts';
import { createBrowser } from '../../test/support/browser.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { accountMenuOf } from '../../test/support/web-build.ts';
import { makeWorld, password, type World } from '../../test/support/world.ts';
import { suspendRolesOf } from '../users/roles/suspension.ts';

const minute = 60_000;

describeOnDatabases('the console', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  const open = (url: string, headers: Record<string, string> = {}) => world.send({ url, headers });

  /** The props in the document; undefined on other pages. */
  const propsOf = (body: string) => {
    const json = /<script id="state">(.*?)<\/script>/s.exec(body)?.[1];
    return json === undefined ? undefined : JSON.parse(json).props;
  };

  test.each(['administrator', 'operator', 'application-owner', 'auditor'] as const)(
    'a user with the role %s gets it at every address',
    async (role) => {
      await addCaller(world, 'caller', [role]);
      const { headers } = await weakSession(world, 'caller');
      for (const url of ['/uk/admin', '/en/admin/users/1?q=x', '/uk/admin/no-such-page']) {
        const page = await open(url, headers);
        expect(page.statusCode).toBe(200);
        expect(page.headers['cache-control']).toBe('private, no-store');
        expect(propsOf(page.body)).toEqual({
          userHash: expect.any(String),
          fullName: expect.any(String),
          permissions: permissionsOf([role]),
        });
      }
    },
  );

  test('a user without a role gets the not-found page', async () => {
    const cookie = await world.signIn();
    for (const url of ['/uk/admin', '/en/admin/users']) {
      const page = await open(url, { cookie });
      expect(page.statusCode).toBe(404);
      expect(propsOf(page.body)).toBeUndefined();
      expect(accountMenuOf(page.body)).not.toHaveProperty('hasRole');
    }
  });

  test('the page opens while the roles are suspended, because it says so', async () => {
    const userId = await addCaller(world, 'caller', ['operator']);
    await suspendRolesOf(world.db, userId, world.clock.now);
    const { headers } = await weakSession(world, 'caller');
    expect((await open('/uk/admin', headers)).statusCode).toBe(200);
  });

  test('the account menu leads users with a role to it', async () => {
    await addCaller(world, 'caller', ['auditor']);
    const { headers } = await weakSession(world, 'caller');
    expect(accountMenuOf((await open('/uk/faq', headers)).body)).toMatchObject({ hasRole: true });
  });

  test('the document knows a shared computer', async () => {
    await addCaller(world, 'caller', ['operator']);
    const { headers } = await weakSession(world, 'caller');
    await world.db.updateTable('sessions').set({ shared_computer: 1 }).execute();
    const { body } = await open('/uk/admin', headers);
    expect(propsOf(body).idleSeconds).toBeGreaterThan(0);
  });

  test('an address without a language gets the remembered one', async () => {
    const { headers, statusCode } = await open('/admin/users?q=%D1%88&sort=-createdAt', {
      cookie: 'i18next=en',
    });
    expect([statusCode, headers['location']]).toEqual([
      302,
      '/en/admin/users?q=%D1%88&sort=-createdAt',
    ]);
  });

  /** Goes to an address. Returns where the browser arrives. */
  async function arrive(browser: ReturnType<typeof createBrowser>, url: string) {
    const { pathname, search } = new URL((await browser.go(url)).url, 'http://localhost');
    return pathname + search;
  }

  const signInForm = {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
  } as const;
  const typed = (username: string) => `${new URLSearchParams({ username, password })}`;

  test('a visitor signs in and comes back to the same address', async () => {
    await addCaller(world, 'caller', ['operator']);
    const browser = createBrowser(world.server);
    expect(await arrive(browser, '/en/admin/users?q=o&sort=-createdAt')).toBe('/en/');
    const { url } = await browser.go('/en/', { ...signInForm, payload: typed('caller') });
    expect(url).toContain('/en/admin/users?q=o&sort=-createdAt');
  });

  test('a confirmed identity leads to the page that notifies the waiting tab', async () => {
    await addCaller(world, 'caller', ['administrator']);
    const { headers } = await strongSession(world, 'caller');
    const browser = createBrowser(world.server);
    browser.take(`${headers['cookie']}`);
    expect(await arrive(browser, '/uk/?reauthenticate=console')).toBe('/uk/admin/confirmed');
    world.clock.now += 11 * minute;
    expect((await browser.go('/uk/?reauthenticate=console')).body).toContain(
      'data-notice="confirm-identity"',
    );
  });

  test.each([
    ['a recovery', 'otp'],
    ['a sign-in that has added the factor', 'pwd otp mfa'],
  ])('after %s, a user with a second factor signs in again', async (_, amr) => {
    const userId = await addCaller(world, 'caller', ['administrator']);
    const { headers } = await weakSession(world, 'caller');
    await world.db
      .updateTable('sessions')
      .set(({ ref }) => ({ amr, new_factor_at: ref('verified_at') }))
      .where('user_id', '=', userId)
      .execute();
    const confirm = async () => {
      const browser = createBrowser(world.server);
      browser.take(`${headers['cookie']}`);
      const { url, body } = await browser.go('/uk/?reauthenticate=console');
      return body.includes('data-notice="confirm-identity"') ? 'sign in' : url;
    };
    // nothing to show: the tab that waits explains what is missing
    expect(await confirm()).toContain('/uk/admin/confirmed');
    const factor = { user_id: userId, encrypted_secret: 'x', last_step: 0, created_at: 1 };
    await world.db.insertInto('totp_factors').values(factor).execute();
    expect(await confirm()).toBe('sign in');
  });
});
