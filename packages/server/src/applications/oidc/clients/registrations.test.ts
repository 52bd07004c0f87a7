import { generateKeyPairSync } from 'node:crypto';
import * as overOauth from 'oauth4webapi';
import * as overOpenid from 'openid-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { type Arena, issuer, makeArena } from '../../../../test/support/oidc/arena.ts';
import { sendTo } from '../../../../test/support/oidc/client.ts';
import { decide } from '../../../../test/support/oidc/guests.ts';
import { attemptOf, basicOf, said } from '../../../../test/support/oidc/raw.ts';
import { makeWorld } from '../../../../test/support/world.ts';
import { createApplicationStore } from '../../store.ts';
import { Registrations } from './registrations.ts';

const redirect_uris = ['https://guest.example/callback'];
const sound = { redirect_uris, client_name: 'Guest', 'client_name#uk': 'Гість' };

describeOnDatabases('dynamic client registration', (kind) => {
  let arena: Arena;
  let registrations: Registrations;

  beforeAll(async () => {
    arena = await makeArena(kind, { OIDC_REGISTRATION: '1' });
    registrations = new Registrations({
      db: arena.db,
      applications: createApplicationStore(arena.db, () => arena.clock.now),
      now: () => arena.clock.now,
    });
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const issue = async (groups: string[] | null = null) =>
    (await registrations.issue({ groups, ttlSeconds: 3600 })).token;
  const register = (token: string | undefined, payload: unknown, type = 'application/json') =>
    arena.send({
      method: 'POST',
      url: '/oidc/register',
      headers: {
        'content-type': type,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const stored = async (id: string) =>
    (await registrations.list()).find(({ application }) => application.id === id)?.application;

  test('openid-client registers a client and signs a user in', async () => {
    const send = sendTo(arena.server);
    const configuration = await overOpenid.dynamicClientRegistration(
      new URL(issuer),
      sound,
      undefined,
      {
        initialAccessToken: await issue(),
        algorithm: 'oidc',
        [overOpenid.customFetch]: (address, options) => send(address, options as RequestInit),
        execute: [overOpenid.allowInsecureRequests],
      },
    );
    const { client_id: id, client_secret } = configuration.clientMetadata();
    const application = await stored(id);
    expect(application).toMatchObject({
      title: { uk: 'Гість', en: 'Guest' },
      access: 'everyone',
      releases: [],
      minimumLevel: null,
    });
    expect(JSON.stringify(application)).not.toContain(client_secret);
    const party = { id, secret: `${client_secret}`, callback: `${redirect_uris}` };
    expect(said(await arena.call('/oidc/revoke', { token: 'x' }, basicOf(party)))).toBe('200');
    const browser = await arena.signedIn();
    const pkceCodeVerifier = overOpenid.randomPKCECodeVerifier();
    const address = overOpenid.buildAuthorizationUrl(configuration, {
      redirect_uri: party.callback,
      scope: 'openid',
      code_challenge: await overOpenid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    const page = await browser.go(address.pathname + address.search);
    // a third-party client, so the user must consent first
    expect([page.location, new URL(page.url).pathname]).toEqual([
      undefined,
      expect.stringMatching(/^\/oidc\/consent\//),
    ]);
    const { location } = await decide(browser, page, 'allow');
    const end = new URL(`${location}`);
    const tokens = await overOpenid.authorizationCodeGrant(configuration, end, {
      pkceCodeVerifier,
    });
    // signed as the registration response states
    expect(tokens.claims()).toMatchObject({ aud: id });
  });

  test('oauth4webapi registers a client', async () => {
    const send = sendTo(arena.server);
    const options = {
      [overOauth.allowInsecureRequests]: true,
      [overOauth.customFetch]: (address: string, init: unknown) =>
        send(address, init as RequestInit),
    };
    const provider = await overOauth.processDiscoveryResponse(
      new URL(issuer),
      await overOauth.discoveryRequest(new URL(issuer), options),
    );
    const response = await overOauth.dynamicClientRegistrationRequest(
      provider,
      { redirect_uris, token_endpoint_auth_method: 'none' },
      { ...options, initialAccessToken: await issue(['students']) },
    );
    const client = await overOauth.processDynamicClientRegistrationResponse(response);
    expect(client).not.toHaveProperty('client_secret');
    expect(await stored(client.client_id)).toMatchObject({
      title: { uk: 'guest.example', en: 'guest.example' },
      access: { groups: ['students'] },
    });
  });

  test('a missing, wrong, expired or used token is rejected', async () => {
    expect(said(await register(undefined, sound))).toBe('401 invalid_token');
    expect(said(await register('guess', sound))).toBe('401 invalid_token');
    const { token: late } = await registrations.issue({ groups: null, ttlSeconds: 60 });
    arena.clock.now += 61_000;
    expect(said(await register(late, sound))).toBe('401 invalid_token');
    const token = await issue();
    expect(said(await register(token, sound))).toBe('201');
    expect(said(await register(token, sound))).toBe('401 invalid_token');
  });

  test('concurrent registrations with one token create one application', {
    tags: 'race',
  }, async () => {
    const token = await issue();
    const before = (await registrations.list()).length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(token, sound)));
    expect(answers.map(said).filter((one) => one === '201')).toHaveLength(1);
    expect((await registrations.list()).length).toBe(before + 1);
  });

  test.each<[string, object]>([
    ['no address', {}],
    ['an address without https', { redirect_uris: ['http://guest.example/'] }],
    ['an address with a fragment', { redirect_uris: ['https://guest.example/#x'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['a token in the address bar', { redirect_uris, response_types: ['id_token'] }],
    ['another algorithm', { redirect_uris, id_token_signed_response_alg: 'HS256' }],
    ['no algorithm', { redirect_uris, id_token_signed_response_alg: 'none' }],
    ['a scope that is only for applications of the campus', { redirect_uris, scope: 'openid x' }],
    ['a name over several lines', { redirect_uris, client_name: 'a\nb' }],
    ['a name that is no text', { redirect_uris, client_name: { uk: 'x' } }],
    ['a name that reads backwards', { redirect_uris, client_name: 'Bra\u202Eam' }],
    ['a name that ends the sentence', { redirect_uris, 'client_name#en': 'X” is ours. “Y' }],
    ['somebody else’s site', { redirect_uris, client_uri: 'https://campus.example/' }],
    ['a list', []],
  ])('%s is rejected, and the token can be used again', async (_what, body) => {
    const token = await issue();
    const answer = await register(token, body);
    expect(answer.statusCode).toBe(400);
    expect(said(answer)).toMatch(/invalid_(client_metadata|redirect_uri|request)/);
    expect(said(await register(token, sound))).toBe('201');
  });

  test('the server requests no URL of the metadata', async () => {
    const sector_identifier_uri = 'https://inside.example/addresses';
    const body = { ...sound, subject_type: 'pairwise', sector_identifier_uri };
    expect((await register(await issue(), body)).json()).toMatchObject({
      error: 'invalid_client_metadata',
      error_description: 'sector_identifier_uri is not supported',
    });
  });

  test('invalid JSON, a form and a large body are rejected', async () => {
    const token = await issue();
    expect((await register(token, '{')).statusCode).toBe(400);
    expect((await register(token, 'a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(
      400,
    );
    const huge = { ...sound, client_name: 'x'.repeat(100_000) };
    expect((await register(token, huge)).statusCode).toBeGreaterThanOrEqual(400);
    expect(said(await register(token, sound))).toBe('201');
  });

  test('a registered client gets only third-party rights', async () => {
    const body = {
      ...sound,
      client_id: 'campus',
      client_secret: 'short',
      scope: 'openid profile',
      firstParty: true,
      registered: false,
      brama: { access: 'everyone', releasesTaxId: true, applicationId: 'x' },
      releases: ['taxId'],
    };
    const answer = await register(await issue(), body);
    const { client_id: id, client_secret: secret } = answer.json<Record<string, string>>();
    expect(id).not.toBe('campus');
    expect(secret).not.toBe('short');
    const application = await stored(`${id}`);
    expect(application?.releases).toEqual([]);
    expect(application?.protocol.settings).toMatchObject({ firstParty: false, registered: true });
    expect(application?.protocol.settings).not.toHaveProperty('metadata.client_id');
    expect(JSON.stringify(application)).not.toContain('releasesTaxId');
  });

  test('the response contains the registered metadata, not the sent metadata', async () => {
    const body = { ...sound, logo_uri: 'https://guest.example/logo.png', wings: 2, brama: {} };
    const answer = (await register(await issue(), body)).json<Record<string, unknown>>();
    expect(answer).toEqual({
      client_id: expect.any(String),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_id_issued_at: expect.any(Number),
      client_secret_expires_at: 0,
      client_name: 'Guest',
      redirect_uris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      response_modes: ['query', 'form_post'],
      scope: 'openid profile email',
      subject_type: 'pairwise',
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'client_secret_basic',
    });
  });

  test('a client with a key registers its algorithm, and the response contains it', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const answer = await register(await issue(), {
      ...sound,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [publicKey.export({ format: 'jwk' })] },
    });
    expect([said(answer), answer.json()]).toEqual([
      '201',
      expect.objectContaining({ token_endpoint_auth_signing_alg: 'ES256' }),
    ]);
  });

  test('a registered native application asks for confirmation at each sign-in', async () => {
    const callback = 'http://127.0.0.1:50123/callback';
    const native = { application_type: 'native', token_endpoint_auth_method: 'none' };
    const body = { ...native, redirect_uris: ['http://127.0.0.1/callback'], client_name: 'Tool' };
    const answer = (await register(await issue(), body)).json<Record<string, string>>();
    expect(answer).toMatchObject({ ...native, subject_type: 'pairwise' });
    const browser = await arena.signedIn();
    const attempt = attemptOf({ id: `${answer['client_id']}`, callback });
    await decide(browser, await browser.go(attempt.address), 'allow');
    const again = await browser.go(attempt.address);
    expect(again.body).toContain('data-page="native-confirm"');
    const secret = await register(await issue(), {
      ...body,
      token_endpoint_auth_method: undefined,
    });
    expect(secret.json()).toMatchObject({
      error: 'invalid_client_metadata',
      error_description: expect.stringContaining('token_endpoint_auth_method must be none'),
    });
  });

  test('the portal does not list a registered application', async () => {
    const answer = await register(await issue(), sound);
    const { client_id: id } = answer.json<{ client_id: string }>();
    const cookie = await arena.signIn();
    const { body } = await arena.send({ url: '/user', headers: { cookie } });
    expect(body).not.toContain(id);
  });

  test('a removed application does not work', async () => {
    const answer = await register(await issue(), sound);
    const { client_id: id } = answer.json<{ client_id: string }>();
    expect(await registrations.removeWithin(arena.db, id)).toBe(true);
    expect(await registrations.removeWithin(arena.db, id)).toBe(false);
    const party = { id, callback: `${redirect_uris}` };
    const browser = await arena.signedIn();
    expect((await browser.go(attemptOf(party).address)).status).toBe(400);
  });

  test('the removal of registrations does not remove manifest applications', async () => {
    const [application] = await createApplicationStore(arena.db, () => 0).all();
    expect(await registrations.removeWithin(arena.db, `${application?.id}`)).toBe(false);
  });

  test('the log contains neither the token nor the secret', async () => {
    const token = await issue();
    const answer = await register(token, sound);
    const { client_secret } = answer.json<{ client_secret: string }>();
    const log = arena.lines.join('\n');
    expect(log).toContain('an application has registered itself');
    for (const secret of [token, client_secret]) expect(log).not.toContain(secret);
  });
});

test('registration is disabled by default', async () => {
  const world = await makeWorld('sqlite');
  const answer = await world.send({ method: 'POST', url: '/oidc/register', payload: {} });
  expect(answer.statusCode).toBe(404);
  const about = await world.send({ url: '/.well-known/openid-configuration' });
  expect(about.json()).not.toHaveProperty('registration_endpoint');
  await world.close();
});
