// Forced logout, and open redirects after a logout (OpenID RP-Initiated Logout 1.0 §3–§6, CWE-601, CWE-352).

import { createHmac, generateKeyPairSync } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyStore } from '../../../src/applications/keys/store.ts';
import { createEncryption } from '../../../src/crypto/encryption.ts';
import { createLogger } from '../../../src/http/log.ts';
import { createBrowser, type Stop } from '../../support/browser.ts';
import { portal as application } from '../../support/oidc/applications.ts';
import { type Arena, archive, issuer, makeArena } from '../../support/oidc/arena.ts';
import { attemptOf, besideFacts, type Fields, form, formOf } from '../../support/oidc/raw.ts';
import { addUser, ours } from '../../support/world.ts';

type Browser = ReturnType<typeof createBrowser>;
const home = 'https://portal.example/';
const theirs = 'https://archive.example/';
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('sign-out', () => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena('sqlite');
    await addUser(arena.db, { username: 'mallory' }, arena.passwordHash);
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const ask = (browser: Browser, fields: Fields) => browser.go(`/oidc/logout?${formOf(fields)}`);
  const isSignedIn = async (browser: Browser) =>
    (await browser.request('/user')).statusCode === 200;
  const asksPerson = ({ body }: Stop) => body.includes('data-page="sign-out"');

  function formIn({ body }: Stop) {
    const action = /href="([^"]+)"/.exec(body)?.[1] ?? '';
    const proof = /name="proof" value="([^"]+)"/.exec(body)?.[1] ?? '';
    return { action, fields: { proof } };
  }
  const confirm = (browser: Browser, stop: Stop, fields: Fields = {}, headers: object = ours) => {
    const { action, fields: sound } = formIn(stop);
    const payload = formOf({ ...sound, ...fields });
    return browser.go(action, { method: 'POST', headers: { ...headers, ...form }, payload });
  };

  // open redirect
  const astray: [string, string][] = [
    ['of somebody else', 'https://evil.example/'],
    ['of another application', theirs],
    ['below a host that begins alike', 'https://portal.example.evil.example/'],
    ['with the host as a username', 'https://portal.example@evil.example/'],
    ['with a longer path', 'https://portal.example/open?to=https://evil.example'],
    ['with a query', 'https://portal.example/?to=https://evil.example'],
    ['without the last slash', 'https://portal.example'],
    ['with another scheme', 'http://portal.example/'],
    ['that is a script', 'javascript:alert(1)//evil'],
    ['with a backslash', 'https://evil.example\\@portal.example/'],
    ['with a line feed', 'https://portal.example/\nlocation: https://evil.example'],
  ];
  const malformed = [
    ['without a scheme', '//evil.example/'],
    ['given twice', [home, 'https://evil.example/']],
  ] as const;
  test.each([...astray, ...malformed])(
    'an address %s is rejected without a redirect',
    async (_, post_logout_redirect_uri) => {
      const { browser, tokens } = await arena.withTokens();
      for (const who of [{ client_id: application.id }, { id_token_hint: tokens.id_token }])
        for (const visitor of [browser, createBrowser(arena.server)]) {
          const stop = await ask(visitor, { ...who, post_logout_redirect_uri });
          expect([stop.status, stop.location]).toEqual([400, undefined]);
          expect(besideFacts(stop.body)).not.toContain('evi');
        }
      expect(await isSignedIn(browser)).toBe(true);
    },
  );

  test.each(astray)(
    'without a client id or a hint, an address %s causes no redirect',
    async (_, address) => {
      const browser = await arena.signedIn();
      for (const visitor of [browser, createBrowser(arena.server)]) {
        const stop = await ask(visitor, { post_logout_redirect_uri: address });
        expect(stop.location).toBeUndefined();
        expect(besideFacts(stop.body)).not.toContain('evi');
        if (asksPerson(stop)) expect((await confirm(visitor, stop)).location).toBeUndefined();
      }
    },
  );

  test('the confirmation form cannot set another return address', async () => {
    const browser = await arena.signedIn();
    const stop = await ask(browser, { client_id: application.id });
    const astrayToo = {
      post_logout_redirect_uri: 'https://evil.example/',
      client_id: application.id,
    };
    expect((await confirm(browser, stop, astrayToo)).location).toBeUndefined();
    expect(await isSignedIn(browser)).toBe(false);
  });

  // CWE-93
  test.each(['a\r\nset-cookie: evil=1', 'a\nb', 'a\0b', '&to=https://evil.example'])(
    'a state with special characters is returned unchanged: %j',
    async (state) => {
      const sound = { client_id: application.id, post_logout_redirect_uri: home, state };
      const browser = await arena.signedIn();
      const page = await ask(browser, sound);
      const visits = [await confirm(browser, page), await ask(createBrowser(arena.server), sound)];
      for (const { location } of visits) {
        const { origin, searchParams } = new URL(location ?? '');
        expect([origin, [...searchParams]]).toEqual([new URL(home).origin, [['state', state]]]);
      }
      expect(browser.cookie('evil')).toBeUndefined();
    },
  );

  describe('CSRF: a session ends only after a confirmation by the user', () => {
    test.each<[string, Fields]>([
      ['a bare link', {}],
      ['a link with a hint', { id_token_hint: 'its own' }],
      ['a link that says yes', { logout: 'yes', proof: 'x' }],
    ])('%s only shows the confirmation page', async (_, fields) => {
      const { browser, tokens } = await arena.withTokens();
      const hint = fields['id_token_hint'] && { id_token_hint: tokens.id_token };
      expect(asksPerson(await ask(browser, { ...fields, ...hint }))).toBe(true);
      expect(await isSignedIn(browser)).toBe(true);
    });

    test('a form posted by another site only shows the confirmation page', async () => {
      const browser = await arena.signedIn();
      const foreign = { ...form, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      const payload = formOf({ logout: 'yes' });
      const stop = await browser.go('/oidc/logout', { method: 'POST', headers: foreign, payload });
      expect(asksPerson(stop)).toBe(true);
      expect(await isSignedIn(browser)).toBe(true);
    });

    test.each<[string, Fields, object]>([
      ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
      ['from a neighbour', {}, { 'sec-fetch-site': 'same-site' }],
      ['from nowhere', {}, {}],
      ['from a page without an origin', {}, { origin: 'null' }],
      ['with a guess', { proof: 'a'.repeat(48) }, ours],
      ['without a proof', { proof: undefined }, ours],
      ['with an empty proof', { proof: '' }, ours],
    ])('a confirmation %s is rejected', async (_, fields, headers) => {
      const browser = await arena.signedIn();
      const stop = await ask(browser, {});
      expect((await confirm(browser, stop, fields, headers)).status).toBeGreaterThanOrEqual(400);
      expect(await isSignedIn(browser)).toBe(true);
    });

    test('the proof of one session does not end another session', async () => {
      const mallory = await arena.signedIn('mallory');
      const { fields } = formIn(await ask(mallory, {}));
      const browser = await arena.signedIn();
      const stop = await ask(browser, {});
      expect(asksPerson(await confirm(browser, stop, fields))).toBe(true);
      expect(await isSignedIn(browser)).toBe(true);
    });

    test('a GET request to the confirmation address does not end the session', async () => {
      const browser = await arena.signedIn();
      const { action, fields } = formIn(await ask(browser, {}));
      const stop = await browser.go(`${action}?${formOf(fields)}`);
      expect([404, 405]).toContain(stop.status);
      expect(await isSignedIn(browser)).toBe(true);
    });

    test('the portal sign-out rejects a form from another site', async () => {
      const browser = await arena.signedIn();
      const headers = { ...form, 'sec-fetch-site': 'cross-site' };
      const stop = await browser.go('/api/auth/logout', { method: 'POST', headers, payload: '' });
      expect(stop.status).toBe(403);
      expect(await isSignedIn(browser)).toBe(true);
    });
  });

  describe('forged and misused hints', () => {
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const claims = () => ({
      iss: issuer,
      aud: application.id,
      sub: arena.olena,
      exp: 9_999_999_999,
    });
    const publicKey = async () => (await arena.send({ url: '/oidc/jwks' })).json().keys[0];
    const hmac = async (secret: string, header: object) => {
      const body = `${part(header)}.${part(claims())}`;
      return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
    };
    const forgeries: [string, () => Promise<string> | string][] = [
      ['signed by nobody', () => `${part({ alg: 'none' })}.${part(claims())}.`],
      [
        'signed by nobody, who says otherwise',
        () => `${part({ alg: 'ES256' })}.${part(claims())}.`,
      ],
      [
        'signed by a stranger',
        () => new SignJWT(claims()).setProtectedHeader({ alg: 'ES256' }).sign(stranger.privateKey),
      ],
      [
        'signed by a stranger under the name of our key',
        async () =>
          new SignJWT(claims())
            .setProtectedHeader({ alg: 'ES256', kid: (await publicKey()).kid })
            .sign(stranger.privateKey),
      ],
      [
        'with the public key as a secret',
        async () => hmac(JSON.stringify(await publicKey()), { alg: 'HS256' }),
      ],
      ['with the secret of the application', () => hmac(application.secret, { alg: 'HS256' })],
      ['that is no token', () => 'x'],
    ];

    test.each(forgeries)('a hint %s is rejected at sign-out and at sign-in', async (_, forge) => {
      const browser = await arena.signedIn();
      const id_token_hint = await forge();
      const stop = await ask(browser, { id_token_hint, post_logout_redirect_uri: home });
      expect([stop.status, stop.location]).toEqual([400, undefined]);
      const asked = await browser.go(attemptOf(application, { id_token_hint }).address);
      expect(asked.location).toContain('error=invalid_request');
    });

    test('a genuine hint with changed claims is rejected', async () => {
      const { browser, tokens } = await arena.withTokens();
      const [head, , signature] = tokens.id_token.split('.');
      const changed = [head, part({ ...claims(), aud: archive.id }), signature].join('.');
      const stop = await ask(browser, { id_token_hint: changed, post_logout_redirect_uri: theirs });
      expect([stop.status, stop.location]).toEqual([400, undefined]);
    });

    test('a genuine hint with the id of another application is rejected', async () => {
      const { browser, tokens } = await arena.withTokens();
      const stop = await ask(browser, { id_token_hint: tokens.id_token, client_id: archive.id });
      expect(stop.status).toBe(400);
    });

    // RP-Initiated Logout §2: an expired ID token identifies the session, but grants nothing
    test('an expired genuine hint needs a confirmation and allows only a registered address', async () => {
      const { browser } = await arena.withTokens();
      const encryption = createEncryption(arena.keys.data);
      const keys = createKeyStore(arena.db, {
        now: () => arena.clock.now,
        encryption,
        log: createLogger('silent'),
      });
      const key = (await keys.published()).find(({ alg }) => alg === 'ES256');
      const old = await new SignJWT({ ...claims(), exp: 1_700_000_000 })
        .setProtectedHeader({ alg: 'ES256', kid: key?.kid ?? '' })
        .sign(await importJWK((key?.jwk ?? {}) as JWK));
      const fields = { id_token_hint: old, post_logout_redirect_uri: home };
      const stop = await ask(browser, fields);
      expect(asksPerson(stop)).toBe(true);
      expect(await isSignedIn(browser)).toBe(true);
      expect((await confirm(browser, stop)).location).toBe(home);
      const astrayToo = await ask(browser, { ...fields, post_logout_redirect_uri: theirs });
      expect([astrayToo.status, astrayToo.location]).toEqual([400, undefined]);
    });

    test('a genuine hint for another user ends no session without a confirmation', async () => {
      const { tokens } = await arena.withTokens();
      const mallory = await arena.signedIn('mallory');
      expect(asksPerson(await ask(mallory, { id_token_hint: tokens.id_token }))).toBe(true);
      expect(await isSignedIn(mallory)).toBe(true);
    });
  });

  // clickjacking (CWE-1021)
  test.each(['/oidc/logout', '/oidc/auth?client_id=nobody', '/uk/', '/uk/apps'])(
    '%s cannot be shown in a frame',
    async (url) => {
      const { headers } = await (await arena.signedIn()).request(url);
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );
});
