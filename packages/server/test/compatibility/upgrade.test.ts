// A database of version 0.7.0 with everything live migrates and works: users stay signed in, clients keep their tokens,
// encrypted fields decrypt. `Date` stands at the time when the database was made.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createBrowser } from '../support/browser.ts';
import { databaseKinds } from '../support/databases.ts';
import { callbackOf } from '../support/diia/partner.ts';
import { olena as olenaAtGoogle } from '../support/google/world.ts';
import { createDeviceUser } from '../support/oidc/device.ts';
import { decide } from '../support/oidc/guests.ts';
import { createListener } from '../support/oidc/listener.ts';
import {
  attemptOf,
  basicOf,
  ended,
  type Fields,
  form,
  formOf,
  type Party,
  said,
} from '../support/oidc/raw.ts';
import { ours } from '../support/world.ts';
import { openRestored, type Restored } from './restored.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const screen = '1f6f0a52-6a0e-4f53-9a64-0d3f3b1f6f77';

describe.each(databaseKinds)('upgrade of a version 0.7.0 database on %s', (kind) => {
  let restored: Restored;
  let secrets: Restored['secrets'];

  beforeAll(async () => {
    // the file is read before its time is known
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    restored = await openRestored(kind);
    secrets = restored.secrets;
    vi.setSystemTime(secrets.madeAt + 20_000);
  });
  afterAll(async () => {
    await restored.close();
    vi.useRealTimers();
  });

  function browserOf(cookies: string) {
    const browser = createBrowser(restored.server);
    for (const pair of cookies.split('; ').filter(Boolean)) browser.take(pair);
    return browser;
  }
  const post = (url: string, payload: object, cookie = '') =>
    restored.server.inject({ method: 'POST', url, payload, headers: { ...ours, cookie } });
  const call = (url: string, fields: Fields, headers: Record<string, string> = {}) =>
    restored.server.inject({
      method: 'POST',
      url,
      headers: { ...form, ...headers },
      payload: formOf(fields),
    });
  const refresh = (token: string, party: Party) =>
    call('/oidc/token', { grant_type: 'refresh_token', refresh_token: token }, basicOf(party));
  const userinfo = async (token: string) =>
    (
      await restored.server.inject({
        url: '/oidc/userinfo',
        headers: { authorization: `Bearer ${token}` },
      })
    ).json();
  const ticketOf = (ticketId: string) =>
    restored.server.inject({
      method: 'POST',
      url: '/api/ticket',
      payload: { ticketId },
      headers: { 'content-type': 'application/json', ...basicOf(secrets.applications.deanery) },
    });
  /** The user whom a session shows, or the status. */
  async function userIn(cookie: string) {
    const answer = await restored.server.inject({ url: '/user', headers: { cookie } });
    return answer.statusCode === 200 ? answer.json().fullName : answer.statusCode;
  }
  const enter = async (sessionId: string) => {
    const [set] = (await post('/api/auth/internal', { sessionId })).cookies;
    return set ? `${set.name}=${set.value}` : '';
  };

  test('session cookies are accepted, and the former id of a renewed one is rejected', async () => {
    const { session, former, diiaSession } = secrets.cookies;
    expect(await userIn(session)).toBe('Шевченко Олена');
    expect(await userIn(diiaSession)).toBe('Мельник Тарас');
    expect(await userIn(former)).toBe(401);
    const { userHash } = JSON.parse(
      (await browserOf(session).request('/api/session')).body,
    ) as Record<string, string>;
    expect(userHash).toMatch(/^[\w-]{22}$/);
  });

  test('the tax number of a session is decrypted for an application', async () => {
    const { diiaSession } = secrets.cookies;
    const { id } = secrets.applications.deanery;
    const opened = await browserOf(diiaSession).request(`/api/app-redirect?appId=${id}`);
    const ticketId = new URL(`${opened.headers.location}`).searchParams.get('ticketId') ?? '';
    const answer = await ticketOf(ticketId);
    expect(answer.json().data).toMatchObject({ TAX_ID: secrets.taxId, NAME: 'Мельник Тарас' });
  });

  test('an application ticket can be exchanged', async () => {
    const answer = await ticketOf(secrets.ticketId);
    expect(answer.json().data).toMatchObject({ TAX_ID: secrets.taxId, AUTH_METHOD: 'DIIA' });
    expect(answer.json().applicationId).toBe(secrets.applications.deanery.id);
  });

  test('sign-in tickets open a session once, and a Diia ticket keeps its tax number', async () => {
    expect(await userIn(await enter(secrets.signInTicket))).toBe('Шевченко Олена');
    expect(await enter(secrets.signInTicket)).toBe('');
    const { requestId, cookie } = secrets.diia.confirmed;
    const checked = await restored.server.inject({
      url: `/api/diia/check-request?${new URLSearchParams({ requestId })}`,
      headers: { cookie },
    });
    const session = await enter(checked.json().sessionId);
    const { id } = secrets.applications.deanery;
    const opened = await browserOf(session).request(`/api/app-redirect?appId=${id}`);
    const ticketId = new URL(`${opened.headers.location}`).searchParams.get('ticketId') ?? '';
    expect((await ticketOf(ticketId)).json().data).toMatchObject({ TAX_ID: secrets.taxId });
  });

  test('a pending Diia request is confirmed and signs its browser in', async () => {
    const { requestId, cookie } = secrets.diia.waiting;
    const leaf = restored.diia.person(`TINUA-${secrets.taxId}`);
    const signature = restored.diia.sign(requestId, { leaf, now: Date.now() });
    const called = await restored.server.inject({
      method: 'POST',
      url: '/api/diia/callback',
      ...callbackOf(requestId, signature),
    });
    expect(called.statusCode).toBe(200);
    const checked = await restored.server.inject({
      url: `/api/diia/check-request?${new URLSearchParams({ requestId })}`,
      headers: { cookie },
    });
    expect(await userIn(await enter(checked.json().sessionId))).toBe('Мельник Тарас');
  });

  test('access tokens are valid, with the same pairwise sub and the tax number', async () => {
    for (const name of ['portal', 'records', 'guest'] as const) {
      const { access_token, sub } = secrets.tokens[name];
      expect((await userinfo(access_token)).sub, name).toBe(sub);
      const party = secrets.applications[name];
      const introspected = await call('/oidc/introspect', { token: access_token }, basicOf(party));
      expect(introspected.json(), name).toMatchObject({ active: true, client_id: party.id });
    }
    const { sub, tax_id } = await userinfo(secrets.tokens.records.access_token);
    expect([sub === secrets.users.taras, tax_id]).toEqual([false, secrets.taxId]);
  });

  // before a refresh token is used twice, which voids the grant
  test('an authorization code can be exchanged once', async () => {
    const { portal } = secrets.applications;
    const { code, verifier } = secrets.code;
    const exchange = () =>
      call(
        '/oidc/token',
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: portal.callback,
          code_verifier: verifier,
        },
        basicOf(portal),
      );
    expect(said(await exchange())).toBe('200');
    expect(said(await exchange())).toBe('400 invalid_grant');
  });

  test('refresh tokens work, and reuse invalidates their successors', async () => {
    for (const name of ['portal', 'records', 'guest'] as const) {
      const { refresh_token, sub } = secrets.tokens[name];
      const answer = await refresh(refresh_token, secrets.applications[name]);
      expect(answer.statusCode, answer.body).toBe(200);
      expect((await userinfo(answer.json().access_token)).sub).toBe(sub);
      // a lost response may be asked for again within ten seconds
      vi.setSystemTime(Date.now() + 11_000);
      expect(said(await refresh(refresh_token, secrets.applications[name]))).toBe(
        '400 invalid_grant',
      );
      expect(await userinfo(answer.json().access_token)).toMatchObject({ error: 'invalid_token' });
    }
    vi.setSystemTime(secrets.madeAt + 20_000);
  });

  test('a stored consent is kept, and another user is asked for consent', async () => {
    const attempt = () => attemptOf(secrets.applications.guest, { scope: 'openid profile email' });
    expect(ended(await browserOf(secrets.cookies.session).go(attempt().address))).toBe('code');
    const asked = await browserOf(secrets.cookies.diiaSession).go(attempt().address);
    expect(asked.body).toContain('data-page="consent"');
  });

  test('a suspended authorization request continues after sign-in', async () => {
    const { cookies, address } = secrets.suspended;
    const browser = browserOf(cookies);
    const { password } = secrets;
    const { sessionId } = (await post('/api/auth', { username: 'o.shevchenko', password })).json();
    browser.take(await enter(sessionId));
    const query = new URL(address, 'http://localhost').search;
    expect(ended(await browser.go(`/api/app-redirect${query}`))).toBe('code');
  });

  test('a suspended consent request continues', async () => {
    const { cookies, address } = secrets.question;
    const browser = browserOf(cookies);
    const page = await browser.go(address);
    expect(page.body).toContain('data-page="consent"');
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
  });

  test('a pushed and a long authorization request continue', async () => {
    const browser = browserOf(secrets.cookies.session);
    const { id } = secrets.applications.portal;
    const pushed = formOf({ client_id: id, request_uri: secrets.pushed });
    expect(ended(await browser.go(`/oidc/auth?${pushed}`))).toBe('code');
    expect(ended(await browser.go(secrets.long))).toBe('code');
  });

  test('device codes can be polled, entered and allowed', async () => {
    const poll = (device_code: string) =>
      call('/oidc/token', { grant_type: deviceGrant, device_code, client_id: screen });
    const { waiting, allowed } = secrets.device;
    expect(said(await poll(allowed.device_code))).toBe('200');
    expect(said(await poll(waiting.device_code))).toBe('400 authorization_pending');
    const browser = browserOf(secrets.cookies.session);
    await createDeviceUser(browser).decide(waiting.user_code);
    vi.setSystemTime(Date.now() + 10_000);
    expect(said(await poll(waiting.device_code))).toBe('200');
  });

  test('a linked Google account signs in with a pending attempt', async () => {
    restored.google.now = Date.now;
    const { cookies, address } = secrets.google;
    const returned = restored.google.choose(address, olenaAtGoogle);
    const browser = browserOf(cookies);
    const answer = await browser.request(
      `/google/auth?${new URLSearchParams(returned as Record<string, string>)}`,
      {
        headers: {
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          'sec-fetch-dest': 'empty',
        },
      },
    );
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await userIn(browser.cookies())).toBe('Шевченко Олена');
    const link = await browser.request('/api/google/link');
    expect(link.json().linked.email).toBe(olenaAtGoogle.email);
  });

  test('a registered client authenticates, and a registration token registers one client', async () => {
    const { client, permit } = secrets.registration;
    const party = { id: client.client_id, secret: client.client_secret };
    expect(said(await call('/oidc/revoke', { token: 'x' }, basicOf(party)))).toBe('200');
    const register = () =>
      restored.server.inject({
        method: 'POST',
        url: '/oidc/register',
        payload: { redirect_uris: ['https://other.example/callback'] },
        headers: { authorization: `Bearer ${permit}` },
      });
    expect((await register()).statusCode).toBe(201);
    expect(said(await register())).toBe('401 invalid_token');
  });

  test('a trusted device signs in when other devices reach the rate limit', async () => {
    const tryWith = async (password: string, cookie = '') =>
      (await post('/api/auth', { username: 'o.shevchenko', password }, cookie)).statusCode;
    let status = 401;
    for (let tries = 0; status === 401 && tries < 20; tries += 1) status = await tryWith('wrong');
    expect(status).toBe(429);
    expect(await tryWith(secrets.password)).toBe(429);
    expect(await tryWith(secrets.password, secrets.cookies.device)).toBe(200);
  });

  test('a pending back-channel logout is delivered', async () => {
    const listener = await createListener('listens');
    const { notified } = secrets.applications;
    const row = await restored.db
      .selectFrom('applications')
      .select('protocol_settings')
      .where('id', '=', notified.id)
      .executeTakeFirstOrThrow();
    const protocol_settings = row.protocol_settings.replaceAll(
      'http://127.0.0.1:1',
      listener.address,
    );
    await restored.db
      .updateTable('applications')
      .set({ protocol_settings, version: 2 })
      .where('id', '=', notified.id)
      .execute();
    vi.setSystemTime(secrets.madeAt + 300_000);
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => listener.tokens.length).toBe(1);
    await listener.close();
  });

  test('a password reset link works once and ends the session', async () => {
    vi.setSystemTime(secrets.madeAt + 30_000);
    const use = async () =>
      (
        await call(
          '/uk/password/reset',
          { code: secrets.reset, newPassword: 'zq7fW2mXc9Kt' },
          { 'sec-fetch-site': 'same-origin' },
        )
      ).statusCode;
    expect(await use()).toBe(303);
    expect(await userIn(secrets.cookies.session)).toBe(401);
    expect(await use()).not.toBe(303);
  });
});
