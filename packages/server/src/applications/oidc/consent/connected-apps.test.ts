// «My data»: which applications have access, since when, and to what. A user ends the access with all its tokens.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { eventsIn, plain } from '../../../../test/support/events.ts';
import { addOidcApplication, portal } from '../../../../test/support/oidc/applications.ts';
import { type Arena, makeArena } from '../../../../test/support/oidc/arena.ts';
import {
  addDevices,
  createDevice,
  createDeviceUser,
} from '../../../../test/support/oidc/device.ts';
import {
  addGuestScreen,
  addGuests,
  decide,
  guest,
  guestScreen,
  marksApi,
  shownIn,
  visitor,
} from '../../../../test/support/oidc/guests.ts';
import { attemptOf, ended, type Fields, said } from '../../../../test/support/oidc/raw.ts';
import { accountPropsOf } from '../../../../test/support/web-build.ts';
import { addUser, ours } from '../../../../test/support/world.ts';

describeOnDatabases('connected apps', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
    await addGuests(arena.db);
    await addGuestScreen(arena.db);
    await addDevices(arena.db);
    await addUser(arena.db, { username: 'I.Franko' }, arena.passwordHash);
  });
  beforeEach(() => {
    arena.clock.now = Date.parse('2026-11-20T12:00:00Z');
  });
  afterEach(async () => {
    for (const table of ['oidc_consents', 'oidc_grants', 'sessions', 'rate_limits'] as const)
      await arena.db.deleteFrom(table).execute();
  });
  afterAll(() => arena.close());

  type Browser = ReturnType<typeof createBrowser>;

  async function agreed(browser: Browser, changes: Fields = {}) {
    const attempt = attemptOf(guest, changes);
    const stop = await decide(browser, await browser.go(attempt.address), 'allow');
    const code = new URL(stop.location ?? 'none:').searchParams.get('code') ?? '';
    const answer = await arena.exchange({ ...attempt, code });
    return answer.json<{ access_token: string; refresh_token: string }>();
  }

  const listed = async (browser: Browser, language = 'uk') =>
    (await browser.request('/api/access', { headers: { 'accept-language': language } })).json()
      .applications;

  const end = (browser: Browser, application: string, headers: Record<string, string> = ours) =>
    browser.request('/api/access/end', {
      method: 'POST',
      headers,
      payload: JSON.stringify({ application }),
    });

  test('lists applications with consent, then first-party applications of the user', async () => {
    const { browser } = await arena.withTokens(portal);
    arena.clock.now += 60_000;
    await agreed(browser, { scope: 'openid email marks.read', resource: marksApi });
    expect(await listed(browser)).toEqual([
      {
        id: guest.id,
        title: 'guest укр',
        since: '2026-11-20T12:01:00.000Z',
        firstParty: false,
        scopes: ['openid', 'email'],
        services: [{ title: 'Оцінки', scopes: ['marks.read'] }],
      },
      {
        id: portal.id,
        title: 'portal укр',
        since: '2026-11-20T12:00:00.000Z',
        firstParty: true,
        scopes: ['openid', 'profile', 'email', 'groups', 'campus'],
        services: [],
      },
    ]);
    expect((await listed(browser, 'en'))[0]).toMatchObject({
      title: 'guest eng',
      services: [{ title: 'Marks' }],
    });
    expect(await listed(await arena.signedIn('i.franko'))).toEqual([]);
  });

  test('an application without consent is not listed', async () => {
    const browser = await arena.signedIn();
    const page = await browser.go(attemptOf(guest).address);
    expect(await listed(browser)).toEqual([]);
    await decide(browser, page, 'refuse');
    expect(await listed(browser)).toEqual([]);
  });

  test('the log contains the decisions of the user', async () => {
    const browser = await arena.signedIn();
    const from = arena.lines.length;
    await decide(browser, await browser.go(attemptOf(guest).address), 'refuse');
    await agreed(browser);
    await end(browser, guest.id);
    const facts = { level: 'info', user: arena.olena, application: guest.id };
    expect(eventsIn(arena.lines.slice(from)).map(plain)).toEqual(
      ['access.declined', 'access.granted', 'access.withdrawn'].map((event) => ({
        event,
        ...facts,
      })),
    );
  });

  test('sign-out keeps consents and removes first-party applications', async () => {
    const { browser } = await arena.withTokens(portal);
    await agreed(browser);
    await arena.post('/api/auth/logout', undefined, { cookie: browser.cookies() });
    const ids = (await listed(await arena.signedIn())).map(({ id }: { id: string }) => id);
    expect(ids).toEqual([guest.id]);
  });

  test('disconnecting revokes all tokens of the application and requires new consent', async () => {
    const browser = await arena.signedIn();
    const elsewhere = await arena.signedIn();
    const here = await agreed(browser);
    const attempt = attemptOf(guest);
    const { location } = await elsewhere.go(attempt.address);
    const code = new URL(location ?? 'none:').searchParams.get('code') ?? '';
    const there = (await arena.exchange({ ...attempt, code })).json();
    // issued, but not exchanged yet
    const late = attemptOf(guest);
    const lateStop = await elsewhere.go(late.address);
    const lateCode = new URL(lateStop.location ?? 'none:').searchParams.get('code') ?? '';
    expect((await end(browser, guest.id)).statusCode).toBe(200);
    for (const { access_token, refresh_token } of [here, there]) {
      expect((await arena.userinfo(access_token)).statusCode).toBe(401);
      expect(said(await arena.refresh(refresh_token, guest))).toBe('400 invalid_grant');
    }
    expect(said(await arena.exchange({ ...late, code: lateCode }))).toBe('400 invalid_grant');
    expect(await listed(browser)).toEqual([]);
    const silent = attemptOf(guest, { prompt: 'none' }).address;
    expect(ended(await browser.go(silent))).toBe('error consent_required');
  });

  test('disconnecting affects one user and one application', async () => {
    const browser = await arena.signedIn();
    const other = await arena.signedIn('i.franko');
    await agreed(browser);
    const theirs = await agreed(other);
    const { tokens } = await arena.withTokens(portal);
    const kept = attemptOf(visitor);
    await decide(browser, await browser.go(kept.address), 'allow');
    await end(browser, guest.id);
    expect((await arena.userinfo(theirs.access_token)).statusCode).toBe(200);
    expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(200);
    const ids = (await listed(browser)).map(({ id }: { id: string }) => id);
    expect(ids).toEqual([visitor.id, portal.id]);
  });

  test('a disconnected first-party application is listed again after the next sign-in', async () => {
    const { browser, tokens } = await arena.withTokens(portal);
    await end(browser, portal.id);
    expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(401);
    expect(said(await arena.refresh(tokens.refresh_token, portal))).toBe('400 invalid_grant');
    expect(await listed(browser)).toEqual([]);
    expect(ended(await browser.go(attemptOf(portal).address))).toBe('code');
    expect((await listed(browser)).map(({ id }: { id: string }) => id)).toEqual([portal.id]);
  });

  test('the client gets a back-channel logout with the sid of its session', async () => {
    const browser = await arena.signedIn();
    await agreed(browser);
    const grants = () =>
      arena.db.selectFrom('oidc_grants').selectAll().where('client_id', '=', guest.id).execute();
    const [before] = await grants();
    await end(browser, guest.id);
    const [after, ...others] = await grants();
    expect(others).toEqual([]);
    // the client does not respond: one notification has failed, the next attempt follows later
    expect(after).toMatchObject({ sid: before?.sid, session_uid: null, logout_attempts: 1 });
    expect(after?.id).not.toBe(before?.id);
    expect(Number(after?.logout_due_at)).toBeGreaterThan(arena.clock.now);
  });

  test('a third-party device needs consent, and loses access after disconnecting', async () => {
    const browser = await arena.signedIn();
    const device = createDevice(arena, guestScreen);
    const asked = await device.ask();
    const page = await createDeviceUser(browser).decide(asked.user_code);
    expect(shownIn(page, 'giveProfile')).toContain('O.Shevchenko');
    expect(shownIn(page, 'consentHost')).toBe('');
    expect(shownIn(page, 'consentUntil')).toBe('до припинення');
    expect(said(await device.poll(asked.device_code))).toBe('400 authorization_pending');
    const done = await decide(browser, page, 'allow');
    expect(done.url).toContain('/device/done');
    arena.clock.now += 10_000;
    const tokens = (await device.poll(asked.device_code)).json();
    expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(200);
    await arena.post('/api/auth/logout', undefined, { cookie: browser.cookies() });
    const later = await arena.signedIn();
    expect((await listed(later)).map(({ id }: { id: string }) => id)).toEqual([guestScreen.id]);
    await end(later, guestScreen.id);
    expect(await listed(later)).toEqual([]);
    expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(401);
    expect(said(await device.refresh(tokens.refresh_token))).toBe('400 invalid_grant');
  });

  test('a third-party device without refresh tokens has access for an hour', async () => {
    const id = '6a5b4c3d-2e1f-4a0b-9c8d-7e6f5a4b3c2e';
    await addOidcApplication(arena.db, {
      id,
      name: 'guest-radio',
      protocol: {
        metadata: {
          grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
          token_endpoint_auth_method: 'none',
        },
        firstParty: false,
      },
    });
    const asked = await createDevice(arena, { id }).ask();
    const page = await createDeviceUser(await arena.signedIn()).decide(asked.user_code);
    expect(shownIn(page, 'consentUntil')).toBe('година на пристрої');
  });

  test('a third-party device gets access_denied if the user denies consent', async () => {
    const browser = await arena.signedIn();
    const device = createDevice(arena, guestScreen);
    const asked = await device.ask();
    const page = await createDeviceUser(browser).decide(asked.user_code);
    const refused = await decide(browser, page, 'refuse');
    expect([refused.status, new URL(refused.url).pathname]).toEqual([200, '/device/refused']);
    arena.clock.now += 10_000;
    expect(said(await device.poll(asked.device_code))).toBe('400 access_denied');
  });

  test('a first-party device is listed and can be disconnected', async () => {
    const browser = await arena.signedIn();
    const device = createDevice(arena);
    const asked = await device.ask();
    await createDeviceUser(browser).decide(asked.user_code);
    const tokens = (await device.poll(asked.device_code)).json();
    const [screen] = await listed(browser);
    expect(screen).toMatchObject({ title: 'screen укр', firstParty: true });
    await end(browser, screen.id);
    expect(await listed(browser)).toEqual([]);
    expect(said(await device.refresh(tokens.refresh_token))).toBe('400 invalid_grant');
  });

  test('revoked tokens disconnect the application until the next sign-in', async () => {
    const revocations = {
      async reuse(token: string) {
        const { refresh_token: next } = (await arena.refresh(token)).json();
        await arena.refresh(next);
        arena.clock.now += 60_000;
        expect(said(await arena.refresh(token))).toBe('400 invalid_grant');
      },
      async revocation(token: string) {
        expect((await arena.call('/oidc/revoke', { token })).statusCode).toBe(200);
      },
    };
    for (const [name, revoke] of Object.entries(revocations)) {
      const { browser, tokens } = await arena.withTokens(portal);
      expect(await listed(browser), name).toHaveLength(1);
      await revoke(tokens.refresh_token);
      expect((await arena.userinfo(tokens.access_token)).statusCode, name).toBe(401);
      expect(await listed(browser), name).toEqual([]);
      arena.clock.now += 60_000;
      expect(ended(await browser.go(attemptOf(portal).address)), name).toBe('code');
      const since = new Date(arena.clock.now).toISOString();
      expect(await listed(browser), name).toEqual([expect.objectContaining({ since })]);
      await arena.db.deleteFrom('sessions').execute();
      await arena.db.deleteFrom('oidc_grants').execute();
    }
  });

  test('reuse of a refresh token disconnects the device', async () => {
    const browser = await arena.signedIn();
    const device = createDevice(arena);
    const asked = await device.ask();
    await createDeviceUser(browser).decide(asked.user_code);
    const { refresh_token: token } = (await device.poll(asked.device_code)).json();
    expect(await listed(browser)).toHaveLength(1);
    const { refresh_token: next } = (await device.refresh(token)).json();
    await device.refresh(next);
    arena.clock.now += 60_000;
    expect(said(await device.refresh(token))).toBe('400 invalid_grant');
    expect(await listed(browser)).toEqual([]);
  });

  test('a device that signs out has no access', async () => {
    const browser = await arena.signedIn();
    const device = createDevice(arena);
    const asked = await device.ask();
    await createDeviceUser(browser).decide(asked.user_code);
    const { refresh_token: token } = (await device.poll(asked.device_code)).json();
    expect(await listed(browser)).toHaveLength(1);
    await device.call('/oidc/revoke', { token });
    expect(await listed(browser)).toEqual([]);
  });

  test('without JavaScript the account page lists applications and a form disconnects them', async () => {
    const browser = await arena.signedIn();
    await agreed(browser, { scope: 'openid email marks.read', resource: marksApi });
    const { body } = await browser.request('/uk/account');
    expect(accountPropsOf(body).connectedApps.applications).toEqual(await listed(browser));
    const answer = await browser.request('/api/access/end', {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `application=${guest.id}`,
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/uk/account#connected-apps',
    ]);
    const after = (await browser.request('/uk/account')).body;
    expect(accountPropsOf(after).connectedApps.applications).toEqual([]);
  });

  test('rejects requests from another site or without a session, ignores unknown applications', async () => {
    const browser = await arena.signedIn();
    await agreed(browser);
    const foreign = { ...ours, 'sec-fetch-site': 'cross-site' };
    expect((await end(browser, guest.id, foreign)).statusCode).toBe(403);
    const visitor = createBrowser(arena.server);
    const refused = await end(visitor, guest.id);
    expect([refused.statusCode, refused.headers.location]).toEqual([303, '/uk/?session=ended']);
    expect((await visitor.request('/api/access')).statusCode).toBe(401);
    expect((await end(browser, crypto.randomUUID())).statusCode).toBe(200);
    expect(await listed(browser)).toHaveLength(1);
  });
});
