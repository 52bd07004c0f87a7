// Applications that require a level of every sign-in, for each protocol and in every flow.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../test/support/browser.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../../test/support/diia/world.ts';
import { addOidcApplication, portal } from '../../../test/support/oidc/applications.ts';
import { createArena } from '../../../test/support/oidc/arena.ts';
import { createDevice, createDeviceUser } from '../../../test/support/oidc/device.ts';
import { attemptOf, basicOf, ended, said } from '../../../test/support/oidc/raw.ts';
import { createPasskeySteps } from '../../../test/support/passkeys/world.ts';
import { apps, makeWorld, ours } from '../../../test/support/world.ts';
import type { Application } from '../application.ts';

const person = 'urn:brama:acr:2';
const mfa = 'urn:brama:acr:mfa';
const device = { id: '1f6f0a52-6a0e-4f53-9a64-0d3f3b1f6f99' };

const shown = (body: string) => /data-(?:page|methods)="([^"]*)"/.exec(body)?.[1];

describeOnDatabases('the level that an application requires', (kind) => {
  let world: DiiaWorld;
  let arena: ReturnType<typeof createArena>;
  let steps: ReturnType<typeof createPasskeySteps>;

  beforeAll(async () => {
    world = await makeDiiaWorld(kind, {}, { now: Date.now() });
    world.clock.now = Date.now();
    arena = createArena(world);
    steps = createPasskeySteps(world);
    const { id, secret, callback } = portal;
    await addOidcApplication(world.db, {
      id,
      name: 'portal',
      protocol: {
        secret,
        metadata: {
          redirect_uris: [callback],
          grant_types: ['authorization_code', 'refresh_token'],
          scope: 'openid profile',
        },
      },
    });
    await addOidcApplication(world.db, {
      id: device.id,
      name: 'screen',
      protocol: {
        metadata: {
          grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
          token_endpoint_auth_method: 'none',
          scope: 'openid profile',
        },
      },
    });
  });
  beforeEach(() => {
    world.clock.now = Math.max(Date.now(), world.clock.now + 11 * 60_000);
  });
  afterAll(() => world.close());

  const requireLevel = (minimumLevel: Application['minimumLevel']) =>
    world.db.updateTable('applications').set({ minimum_level: minimumLevel }).execute();

  /** Stores what a second factor adds to the session. */
  async function raise(cookie: string) {
    const { sessions } = (await world.send({ url: '/api/sessions', headers: { cookie } })).json();
    const { id } = sessions.find(({ current }: { current: boolean }) => current);
    await world.db
      .updateTable('sessions')
      .set(({ ref }) => ({ amr: 'pwd otp mfa', assured_at: ref('verified_at') }))
      .where('uid', '=', id)
      .execute();
    return cookie;
  }

  const states = {
    password: () => world.signIn('taras'),
    'password and a second factor': async () => raise(await world.signIn('taras')),
    Diia: async () => (await world.signedIn()).session,
    'an unbound passkey': async () =>
      steps.signIn((await steps.addNew(await raise(await world.signIn('taras')))).passkey),
    'a bound passkey': async () =>
      steps.signIn((await steps.addNew((await world.signedIn()).session)).passkey),
  };
  type State = keyof typeof states;
  const reached: Record<State, readonly string[]> = {
    password: [],
    'password and a second factor': [mfa],
    Diia: [person],
    'an unbound passkey': [mfa],
    'a bound passkey': [person, mfa],
  };

  async function browserIn(state: State) {
    const browser = createBrowser(world.server);
    browser.take(await states[state]());
    return browser;
  }

  const cases = (Object.keys(states) as State[]).flatMap((state) =>
    ([person, mfa] as const).map((level) => ({ state, level })),
  );

  test.each(cases)('$level, after a sign-in with $state', async ({ state, level }) => {
    await requireLevel(level);
    const isReached = reached[state].includes(level);
    const browser = await browserIn(state);
    const silent = await browser.go(attemptOf(portal, { prompt: 'none' }).address);
    expect(ended(silent)).toBe(isReached ? 'code' : 'error login_required');
    const usual = await browser.go(attemptOf(portal).address);
    expect(usual.location === undefined).toBe(!isReached);
    // a voluntary or a lower essential level changes nothing
    const claims = JSON.stringify({
      id_token: { acr: { essential: true, value: 'urn:brama:acr:1' } },
    });
    const lower = await browser.go(attemptOf(portal, { claims }).address);
    expect(lower.location === undefined).toBe(!isReached);

    const pushed = attemptOf(portal, { prompt: 'none' });
    const par = await arena.call('/oidc/par', pushed.fields, basicOf(portal));
    const query = new URLSearchParams({
      client_id: portal.id,
      request_uri: par.json().request_uri,
    });
    expect(ended(await browser.go(`/oidc/auth?${query}`))).toBe(
      isReached ? 'code' : 'error login_required',
    );

    for (const { id } of [apps.campus, apps.library]) {
      const start = await browser.request(`/api/app-redirect?appId=${id}&state=s1`);
      const { location } = start.headers;
      if (isReached) expect(location).toMatch(/^https:/);
      else expect(location).toBe(`/uk/?appId=${id}&state=s1`);
    }
  });

  test.each(cases)(
    '$level, a device, allowed after a sign-in with $state',
    async ({ state, level }) => {
      await requireLevel(level);
      const screen = createDevice(world, device);
      const asked = await screen.ask();
      const browser = await browserIn(state);
      const { url } = await createDeviceUser(browser).decide(asked.user_code);
      const isReached = reached[state].includes(level);
      expect(new URL(url).pathname === '/device/done').toBe(isReached);
      expect(said(await screen.poll(asked.device_code))).toBe(
        isReached ? '200' : '400 authorization_pending',
      );
    },
  );

  test.each(cases)(
    '$level, required after a device was allowed with $state',
    async ({ state, level }) => {
      await requireLevel(null);
      const screen = createDevice(world, device);
      const browser = await browserIn(state);
      const allow = async () => {
        const asked = await screen.ask();
        await createDeviceUser(browser).decide(asked.user_code);
        return () => screen.poll(asked.device_code);
      };
      const { refresh_token } = (await (await allow())()).json();
      const poll = await allow();
      await browser.request('/api/auth/logout', { method: 'POST', headers: ours });

      await requireLevel(level);
      const expected = reached[state].includes(level) ? '200' : '400 invalid_grant';
      expect(said(await poll())).toBe(expected);
      const refreshed = await screen.refresh(refresh_token);
      expect(said(refreshed)).toBe(expected);
      // the renewed token keeps what the sign-in has proved
      if (expected === '200')
        expect(said(await screen.refresh(refreshed.json().refresh_token))).toBe('200');
      await requireLevel(null);
      if (expected !== '200') expect(said(await screen.refresh(refresh_token))).toBe('200');
    },
  );

  test('a user who cannot reach the level refuses the device', async () => {
    await requireLevel(person);
    const screen = createDevice(world, device);
    const asked = await screen.ask();
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    const { body } = await createDeviceUser(browser).decide(asked.user_code);
    const cancel = /rel="cancel" href="([^"]*)"/.exec(body)?.[1] ?? '';
    expect(shown((await browser.go(cancel)).body)).toBe('device-refused');
    expect(said(await screen.poll(asked.device_code))).toBe('400 access_denied');
  });

  test('tokens work only while the session reaches the level', async () => {
    await requireLevel(null);
    const browser = await browserIn('password');
    const attempt = attemptOf(portal);
    const { location } = await browser.go(attempt.address);
    const code = new URL(`${location}`).searchParams.get('code') ?? '';
    const tokens = (await arena.exchange({ ...attempt, code })).json();
    const userinfo = async () => said(await arena.userinfo(tokens.access_token));
    const introspected = async () =>
      (await arena.call('/oidc/introspect', { token: tokens.access_token })).json().active;
    expect([await userinfo(), await introspected()]).toEqual(['200', true]);

    await requireLevel(mfa);
    expect([await userinfo(), await introspected()]).toEqual(['401 invalid_token', false]);
    expect(said(await arena.refresh(tokens.refresh_token))).toBe('400 invalid_grant');
    await raise(`brama_session=${browser.cookie('brama_session')}`);
    expect([await userinfo(), await introspected()]).toEqual(['200', true]);
    const refreshed = await arena.refresh(tokens.refresh_token);
    expect(said(refreshed)).toBe('200');

    // a weaker sign-in in the same session
    browser.take(await world.signIn('taras', world.server, browser.cookies()));
    expect(said(await arena.refresh(refreshed.json().refresh_token))).toBe('400 invalid_grant');
  });

  test('the sign-in page offers the methods that reach the level', async () => {
    const browser = createBrowser(world.server);
    const address = `/uk/?appId=${apps.campus.id}`;
    await requireLevel(person);
    const forPerson = [address, attemptOf(portal).address];
    for (const one of forPerson) expect(shown((await browser.go(one)).body)).toBe('diia,passkey');
    await requireLevel(mfa);
    expect(shown((await browser.go(address)).body)).toBe('password,diia,passkey');
    await requireLevel(null);
    expect(shown((await browser.go(address)).body)).toBe('password,diia,passkey');
  });

  test('continuing without a voluntary level does not waive the required one', async () => {
    await requireLevel(person);
    const browser = await browserIn('password');
    const attempt = attemptOf(portal, { acr_values: mfa });
    const { search } = new URL((await browser.go(attempt.address)).url);
    const headers = {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    };
    await browser.go(`/api/app-redirect/without-level${search}`, {
      method: 'POST',
      headers,
      payload: '',
    });
    expect(ended(await browser.go(`/api/app-redirect${search}`))).toBe('page 200 /uk/');
    browser.take((await world.signedIn()).session);
    expect(ended(await browser.go(`/api/app-redirect${search}`))).toBe('code');
  });

  test('a level that the application requires since the request came', async () => {
    await requireLevel(null);
    const browser = createBrowser(world.server);
    const { search } = new URL((await browser.go(attemptOf(portal).address)).url);
    await requireLevel(person);
    browser.take(await world.signIn('taras'));
    expect(ended(await browser.go(`/api/app-redirect${search}`))).toBe('page 200 /uk/');
  });
});

describe('the level of Diia, with Diia off', () => {
  test.each(['nobody', 'a user'])(
    '%s gets an explanation, and the client an error',
    async (who) => {
      const world = await makeWorld('sqlite');
      world.clock.now = Date.now();
      await addOidcApplication(world.db, {
        id: portal.id,
        name: 'portal',
        minimumLevel: person,
        protocol: { secret: portal.secret, metadata: { redirect_uris: [portal.callback] } },
      });
      const browser = createBrowser(world.server);
      if (who === 'a user') browser.take(await world.signIn());
      const page = await browser.go(attemptOf(portal).address);
      expect([page.status, shown(page.body)]).toEqual([403, 'no-method']);
      const end = await browser.go(/href="([^"]+)"/.exec(page.body)?.[1] ?? '');
      expect(ended(end)).toBe('error access_denied');
      await world.close();
    },
  );
});
