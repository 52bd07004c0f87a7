// Native applications (RFC 8252): how a sign-in returns to them, and that the user confirms each one.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { addOidcApplication } from '../../../../test/support/oidc/applications.ts';
import { type Arena, makeArena } from '../../../../test/support/oidc/arena.ts';
import { createDevice, createDeviceUser } from '../../../../test/support/oidc/device.ts';
import { decide, proofIn, shownIn } from '../../../../test/support/oidc/guests.ts';
import {
  attemptOf,
  ended,
  type Fields,
  form,
  formOf,
  said,
  withWholeAddresses,
} from '../../../../test/support/oidc/raw.ts';
import { ours } from '../../../../test/support/world.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const loopback = 'http://127.0.0.1/callback';
const tool = {
  id: '1f0e9c52-6c0b-4a7e-8a51-7f4d2b9c3e01',
  callback: 'http://127.0.0.1:49152/callback',
};
const phone = {
  id: '2a1b8d63-7d1c-4b8f-9b62-8a5e3cad4f12',
  callback: 'ua.example.phone:/callback',
};
const club = { id: '3b2c7e74-8e2d-4c9a-ac73-9b6f4dbe5a23', callback: 'http://[::1]:50000/back' };
const otherClub = {
  id: '4c3d6f85-9f3e-4dab-bd84-ac7a5ecf6b34',
  callback: 'http://[::1]:50000/back',
};

const metadataOf = (redirect_uris: string[], more: readonly string[] = []) => ({
  application_type: 'native',
  redirect_uris,
  token_endpoint_auth_method: 'none',
  post_logout_redirect_uris: redirect_uris,
  grant_types: ['authorization_code', 'refresh_token', ...more],
  scope: 'openid profile email',
});

type Page = { url: string; status: number; body: string };
const pageOf = ({ body }: Page) => /data-page="([\w-]+)"/.exec(body)?.[1];

describeOnDatabases('native applications', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
    const add = (id: string, name: string, metadata: object, own: object = {}) =>
      addOidcApplication(arena.db, { id, name, protocol: { metadata, ...own } });
    await add(tool.id, 'tool', metadataOf([loopback, 'http://[::1]/callback']));
    const ways = [phone.callback, 'https://phone.example/callback'];
    await add(phone.id, 'phone', metadataOf(ways, [deviceGrant]));
    const others = { firstParty: false };
    await add(club.id, 'club', metadataOf(['http://[::1]/back']), others);
    await add(otherClub.id, 'other-club', metadataOf(['http://[::1]/back']), others);
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  async function asked(party = tool, changes: Fields = {}) {
    const browser = await arena.signedIn();
    const attempt = attemptOf(party, changes);
    const page = await browser.go(attempt.address);
    return { browser, attempt, page };
  }

  async function signedIn(party = tool, changes: Fields = {}) {
    const { browser, attempt, page } = await asked(party, changes);
    const { location = 'none:' } = await decide(browser, page, 'allow');
    const code = new URL(location).searchParams.get('code') ?? '';
    const given = { ...attempt, code };
    const fields = { client_id: party.id, redirect_uri: `${attempt.fields['redirect_uri']}` };
    const tokens = await arena.exchange(given, fields, {});
    return { browser, attempt, page, location, tokens };
  }

  test('loopback address: the user confirms and the client gets tokens', async () => {
    for (const redirect_uri of [tool.callback, 'http://[::1]:1025/callback', loopback]) {
      const { location, tokens } = await signedIn(tool, { redirect_uri });
      expect(location.startsWith(`${redirect_uri}?code=`)).toBe(true);
      expect(said(tokens)).toBe('200');
      const about = (await arena.userinfo(tokens.json().access_token)).json();
      expect(about).toMatchObject({ sub: arena.olena, name: 'Шевченко Олена' });
    }
  });

  test('private-use scheme and claimed https address: the client gets tokens', async () => {
    for (const redirect_uri of [phone.callback, 'https://phone.example/callback']) {
      const { location, tokens } = await signedIn(phone, { redirect_uri });
      expect(location.startsWith(`${redirect_uri}?code=`)).toBe(true);
      expect(said(tokens)).toBe('200');
    }
  });

  test.each([
    ['another path', 'http://127.0.0.1:49152/other'],
    ['another host', 'http://127.0.0.2:49152/callback'],
    ['a name that is not registered', 'http://localhost:49152/callback'],
    ['https', 'https://127.0.0.1:49152/callback'],
    ['a host that only begins so', 'http://127.0.0.1.evil.example/callback'],
    ['credentials that only look so', 'http://127.0.0.1:49152@evil.example/callback'],
    ['a port that is none', 'http://127.0.0.1:evil/callback'],
    ['a query', 'http://127.0.0.1:49152/callback?to=evil'],
  ])('rejects a redirect to %s', async (_what, redirect_uri) => {
    const { page } = await asked(tool, { redirect_uri });
    expect([page.status, page.location, pageOf(page)]).toEqual([400, undefined, 'request-refused']);
  });

  test.each([
    'ua.example.phone:/other',
    'UA.example.phone:/callback',
    'ua.example.phone2:/callback',
    'ua.example.phone://callback',
    'https://phone.example:8443/callback',
  ])('a private-use scheme or a claimed address must match exactly: %s', async (redirect_uri) => {
    const { page } = await asked(phone, { redirect_uri });
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  test('the user confirms every sign-in, and sees the client and the redirect target', async () => {
    const { browser, page } = await signedIn();
    const again = await browser.go(attemptOf(tool).address);
    for (const one of [page, again]) {
      expect([one.status, pageOf(one)]).toEqual([200, 'native-confirm']);
      expect(one.body).toContain('tool укр');
      expect(one.body).toContain('програма тут');
      expect(one.body).toContain('Ви — Шевченко Олена (O.Shevchenko).');
    }
    const { body } = (await asked(phone)).page;
    expect(withWholeAddresses(body)).toContain('ua.example.phone');
    // the university's own applications need no consent
    expect(await arena.db.selectFrom('oidc_consents').selectAll().execute()).toEqual([]);
  });

  test.each([{}, { prompt: 'login' }, { prompt: 'consent' }, { max_age: '0' }])(
    'with %j the client gets no response before confirmation',
    async (changes) => {
      const { page } = await asked(tool, changes);
      expect(page.location).toBeUndefined();
    },
  );

  test('prompt=none: interaction_required', async () => {
    const { page } = await asked(tool, { prompt: 'none' });
    expect(ended(page)).toBe('error interaction_required');
  });

  test('cancelled: the client gets access_denied', async () => {
    const { browser, page } = await asked();
    expect(ended(await decide(browser, page, 'refuse'))).toBe('error access_denied');
  });

  test('«another user» shows the sign-in page', async () => {
    const { browser, page } = await asked();
    const stop = await decide(browser, page, 'another-user');
    expect([stop.location, new URL(stop.url).pathname]).toEqual([undefined, '/uk/']);
  });

  test('a confirmation is valid for one request and one browser', async () => {
    const [first, second] = [await asked(), await asked()];
    const foreign = await decide(first.browser, first.page, 'allow', {
      proof: proofIn(second.page),
    });
    expect(foreign.status).toBe(400);
    const stranger = await arena.signedIn();
    expect((await decide(stranger, first.page, 'allow')).status).toBe(410);
    expect(ended(await decide(first.browser, first.page, 'allow'))).toBe('code');
    expect((await decide(first.browser, first.page, 'allow')).status).toBe(410);
  });

  test('the form of the confirmation can redirect only to the client', async () => {
    const policyFor = async (party: typeof tool, redirect_uri = party.callback) => {
      const { browser, page } = await asked(party, { redirect_uri });
      const { headers } = await browser.request(page.url);
      return /form-action ([^;]*)/.exec(`${headers['content-security-policy']}`)?.[1];
    };
    expect(await policyFor(tool)).toBe("'self' http://127.0.0.1:49152");
    // a content security policy cannot contain an IPv6 address
    expect(await policyFor(tool, 'http://[::1]:49152/callback')).toBe("'self' http:");
    expect(await policyFor(phone)).toBe("'self' ua.example.phone:");
    expect(await policyFor(phone, 'https://phone.example/callback')).toBe("'self' https:");
  });

  test('a request without PKCE is rejected', async () => {
    const changes = { code_challenge: undefined, code_challenge_method: undefined };
    expect(ended((await asked(tool, changes)).page)).toBe('error invalid_request');
  });

  test('a third-party application asks for consent at first, later for confirmation', async () => {
    const { browser, page } = await signedIn(club);
    expect(pageOf(page)).toBe('consent');
    expect(shownIn(page, 'consentUntil')).toBe('до виходу з підтвердженнями');
    const again = await browser.go(attemptOf(club).address);
    expect(pageOf(again)).toBe('native-confirm');
    expect(ended(await decide(browser, again, 'allow'))).toBe('code');
    const more = await browser.go(attemptOf(club, { scope: 'openid profile email' }).address);
    expect(pageOf(more)).toBe('consent');
    const once = await browser.go(attemptOf(club, { prompt: 'consent' }).address);
    expect(pageOf(once)).toBe('consent');
  });

  test('a confirmation does not replace consent: removed consent is requested again', async () => {
    const { browser } = await signedIn(club);
    const page = await browser.go(attemptOf(club).address);
    expect(pageOf(page)).toBe('native-confirm');
    await arena.db.deleteFrom('oidc_consents').execute();
    expect(pageOf(await decide(browser, page, 'allow'))).toBe('consent');
    expect(await arena.db.selectFrom('oidc_consents').selectAll().execute()).toEqual([]);
  });

  test('two third-party applications get different subjects for the same user', async () => {
    const subjects = [];
    for (const party of [club, otherClub]) {
      const { tokens } = await signedIn(party);
      subjects.push((await arena.userinfo(tokens.json().access_token)).json().sub);
    }
    expect(new Set([...subjects, arena.olena]).size).toBe(3);
  });

  test('the log does not report the port as a difference', async () => {
    const start = arena.lines.length;
    await asked(tool, { redirect_uri: 'http://127.0.0.1:49152/callback/' });
    const facts = arena.lines.slice(start).flatMap((line) => JSON.parse(line).fact ?? []);
    expect(facts).toEqual([
      {
        what: 'redirect_uri',
        received: ['http://127.0.0.1:49152/callback/'],
        registered: ['http://127.0.0.1:49152/callback', 'http://[::1]:49152/callback'],
        differs: ['trailing-slash'],
      },
    ]);
  });

  test('sign-out redirects to the private-use scheme, and the form policy allows it', async () => {
    const browser = await arena.signedIn();
    const query = formOf({
      client_id: phone.id,
      post_logout_redirect_uri: phone.callback,
      state: 's',
    });
    const question = await browser.request(`/oidc/logout?${query}`);
    expect(`${question.headers['content-security-policy']}`).toContain(
      "form-action 'self' ua.example.phone:;",
    );
    const done = await browser.request('/oidc/logout/confirm', {
      method: 'POST',
      headers: { ...ours, ...form },
      payload: formOf({ proof: proofIn(question) }),
    });
    expect(done.headers.location).toBe(`${phone.callback}?state=s`);
  });

  test('with a device code the user confirms only on the device page', async () => {
    const device = createDevice(arena, phone);
    const { device_code, verification_uri_complete } = await device.ask();
    const browser = await arena.signedIn();
    const page = await browser.go(verification_uri_complete);
    expect(pageOf(page)).toBe('device-confirm');
    const done = await createDeviceUser(browser).answer(page.body, 'confirm');
    expect(pageOf(done)).toBe('device-done');
    expect(said(await device.poll(device_code))).toBe('200');
  });

  test('the token endpoint allows no cross-origin requests, whatever the origin', async () => {
    for (const origin of ['null', 'http://127.0.0.1', 'http://127.0.0.1:49152']) {
      const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: phone.id };
      const { headers } = await arena.call('/oidc/token', fields, { origin });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('the applications page does not list native applications', async () => {
    const { body } = await arena.send({ url: '/user', headers: { cookie: await arena.signIn() } });
    for (const { id } of [tool, phone]) expect(body).not.toContain(id);
  });
});
