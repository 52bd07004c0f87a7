// Who has a password and a remembered browser changes nothing about how the user signs in. One step leads the user back.

import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { form } from '../../../test/support/oidc/raw.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import {
  type Browser,
  createSecondFactorSteps,
  type SecondFactorSteps,
  stepMs,
} from '../../../test/support/second-factor/steps.ts';
import { accountPropsOf } from '../../../test/support/web-build.ts';
import { makeWorld, ours, password, type World } from '../../../test/support/world.ts';

const account = '/uk/account#sign-in-methods';
const again = '/uk/?reauthenticate=account';
const minute = 60_000;

const outcome = ({ statusCode, headers }: LightMyRequestResponse) =>
  headers.location === undefined ? statusCode : `${statusCode} ${headers.location}`;

const google = {
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
};

describeOnDatabases('changes of a user with an authenticator app', (kind) => {
  let world: World;
  let steps: SecondFactorSteps;
  let codeOf: Awaited<ReturnType<SecondFactorSteps['addApp']>>;
  let browser: Browser;

  beforeAll(async () => {
    world = await makeWorld(kind, {
      ...google,
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'a@campus.example',
    });
    steps = createSecondFactorSteps(world);
  });
  /** A browser that the user had remembered, without a session. */
  beforeEach(async () => {
    const tables = ['sessions', 'remembered_browsers', 'rate_limits', 'passkeys', 'totp_factors'];
    for (const table of tables as 'sessions'[]) await world.db.deleteFrom(table).execute();
    world.clock.now += 20 * minute;
    codeOf = await steps.addApp(world.olena);
    browser = await steps.pendingBrowser();
    await steps.send(browser, world.olena, codeOf(), { remember: true });
    browser.forget('brama_session');
    world.clock.now += stepMs;
  });
  afterAll(() => world.close());

  const rows = (table: 'totp_factors' | 'recovery_codes' | 'passkeys' | 'secondary_emails') =>
    world.db.selectFrom(table).selectAll().execute();
  const post = (url: string, fields: Record<string, string> = {}) =>
    browser.request(url, {
      method: 'POST',
      payload: new URLSearchParams(fields).toString(),
      headers: { ...ours, ...form },
    });
  const freshness = async () => {
    const { secondFactor, signInMethods } = accountPropsOf(
      (await browser.request('/uk/account')).body,
    );
    const { google: link, passkey } = signInMethods;
    return [secondFactor?.fresh, passkey?.fresh, link?.fresh];
  };

  test('the password and a remembered browser change nothing', async () => {
    await steps.enterPassword(browser);
    expect(await steps.sessionsOf(world.olena)).toContainEqual(
      expect.objectContaining({ amr: null, verified_at: world.clock.now }),
    );
    expect(await freshness()).toEqual([false, false, false]);
    const before = [await rows('totp_factors'), await rows('recovery_codes')];
    for (const url of ['/api/second-factor/turn-off', '/uk/second-factor/codes'])
      expect(outcome(await post(url))).toBe(`303 ${again}`);
    expect(outcome(await browser.request('/uk/second-factor/set-up'))).toBe(`302 ${again}`);
    expect(outcome(await post('/uk/second-factor/set-up', { code: codeOf() }))).toBe(
      `303 ${again}`,
    );
    expect([await rows('totp_factors'), await rows('recovery_codes')]).toEqual(before);
    await expect(createPasskeySteps(world).newOptions(browser.cookies())).rejects.toThrow(
      'session.second-factor-missing',
    );
    const headers = { ...ours, accept: 'application/json' };
    const refused = [
      await browser.request('/api/passkeys/remove', {
        method: 'POST',
        payload: { passkey: randomUUID() },
        headers,
      }),
      await browser.request('/api/google/link', { method: 'POST', payload: {}, headers }),
      await browser.request('/api/google/link', { method: 'DELETE', headers }),
    ];
    for (const answer of refused)
      expect(answer.json().error.code).toBe('session.second-factor-missing');
    await post('/uk/secondary-email', { email: 'thief@example.org' });
    await post('/uk/secondary-email/remove');
    expect(await rows('secondary_emails')).toEqual([]);
    expect(await rows('passkeys')).toEqual([]);
  });

  test('the password, and then the code, lead back to the account without JavaScript', async () => {
    await steps.enterPassword(browser);
    world.clock.now += 11 * minute;
    expect(outcome(await post('/api/second-factor/turn-off'))).toBe(`303 ${again}`);
    // too old: the password first
    expect((await browser.request(again)).statusCode).toBe(200);
    const signedIn = await post(again, { username: 'o.shevchenko', password });
    expect(outcome(signedIn)).toBe('303 /uk/apps');
    expect(outcome(await browser.request('/uk/apps'))).toBe(`302 ${account}`);
    expect(await freshness()).toEqual([false, false, false]);
    // recent now: only the code is missing
    expect(outcome(await post('/api/second-factor/turn-off'))).toBe(`303 ${again}`);
    expect(outcome(await browser.request(again))).toBe('302 /uk/second-factor');
    expect((await browser.request('/uk/second-factor')).statusCode).toBe(200);
    const proved = await steps.send(browser, world.olena, codeOf());
    expect(outcome(proved)).toBe('303 /uk/apps');
    expect(outcome(await browser.request('/uk/apps'))).toBe(`302 ${account}`);
    expect(await freshness()).toEqual([true, true, true]);
    expect(outcome(await post('/api/second-factor/turn-off'))).toBe(`303 ${account}`);
    expect(await rows('totp_factors')).toEqual([]);
    // nothing is missing any more
    expect(outcome(await browser.request(again))).toBe(`302 /uk/apps?reauthenticate=account`);
  });

  test('a password is changed, or set first, with the second factor', async () => {
    const hashes = () => world.db.selectFrom('users').select('password_hash').execute();
    const newPassword = 'zq7fW2mXc9Kt';
    await steps.enterPassword(browser);
    for (const passwordHash of [world.passwordHash, null]) {
      await world.db.updateTable('users').set({ password_hash: passwordHash }).execute();
      const before = await hashes();
      const answer = await browser.request('/api/password', {
        method: 'POST',
        payload: { currentPassword: password, newPassword },
        headers: { ...ours, accept: 'application/json' },
      });
      expect(answer.json().error.code).toBe('session.second-factor-missing');
      await post('/uk/password', { currentPassword: password, newPassword });
      expect(await hashes()).toEqual(before);
    }
    await world.db.updateTable('users').set({ password_hash: world.passwordHash }).execute();
    // the page leads to the code, and back
    expect((await browser.request('/uk/password')).body).toContain('data-page="password-recent"');
    const page = await browser.request('/uk/?reauthenticate=password');
    expect(outcome(page)).toBe('302 /uk/second-factor');
    await steps.send(browser, world.olena, codeOf());
    expect(outcome(await browser.request('/uk/apps'))).toBe('302 /uk/password');
    const changed = await post('/uk/password', { currentPassword: password, newPassword });
    expect(outcome(changed)).toBe('303 /uk/password/changed');
    await world.db.updateTable('users').set({ password_hash: world.passwordHash }).execute();
  });
});
