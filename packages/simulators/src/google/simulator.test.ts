import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from './accounts.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { createGoogleSimulator } from './simulator.ts';

const bramaUrl = 'http://localhost:3000';
const client = { client_id: 'brama', client_secret: 'hush' };
const server = createServer();
let issuer: string;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { issuer, bramaUrl, clientId: client.client_id, clientSecret: 'hush' };
  server.on('request', createGoogleSimulator({ ...options, slowSeconds: 0.05 }).handle);
});
afterAll(() => void server.close());

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** Creates a minimal browser: it stores cookies and sends them with each request. */
function createBrowser() {
  const jar = new Map<string, string>();
  return async function go(address: string, init: RequestInit = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = new URL(address, issuer);
    const answer = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };
}

function authorizeAddress(extra: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${bramaUrl}/google-auth`,
    state: 'our-state',
    nonce: 'our-nonce',
    prompt: 'select_account',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...extra,
  });
  return `/auth?${query}`;
}

/** Chooses an account and a scenario. Returns the address to which the simulator then redirects the browser. */
async function choose(person: string, scenario: Scenario, go = createBrowser()): Promise<URL> {
  const asked = await go(authorizeAddress());
  const chooser = String(asked.headers.get('location'));
  const body = new URLSearchParams({ person, scenario });
  const chosen = await go(chooser, { method: 'POST', body });
  const back = await go(String(chosen.headers.get('location')));
  return new URL(String(back.headers.get('location')));
}

function exchange(code: string | null) {
  const body = new URLSearchParams({
    ...client,
    grant_type: 'authorization_code',
    code: `${code}`,
    redirect_uri: `${bramaUrl}/google-auth`,
    code_verifier: verifier,
  });
  return fetch(`${issuer}/token`, { method: 'POST', body });
}

type Token = { header: Record<string, unknown>; claims: Record<string, unknown>; sound: boolean };

async function tokenOf(person: string, scenario: Scenario): Promise<Token> {
  const { searchParams } = await choose(person, scenario);
  const answer = await exchange(searchParams.get('code'));
  const { id_token: token } = (await answer.json()) as { id_token: string };
  const [header = '', claims = '', signature = ''] = token.split('.');
  const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: [JsonWebKey] };
  const key = createPublicKey({ key: keys[0], format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  return {
    header: JSON.parse(Buffer.from(header, 'base64url').toString()),
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()),
    sound: verify('sha256', signed, key, Buffer.from(signature, 'base64url')),
  };
}

describe('an OpenID issuer', () => {
  test('publishes its metadata', async () => {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
    expect(await answer.json()).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      authorization_response_iss_parameter_supported: true,
    });
  });

  test('ok: returns a signed token with the claims of a Google account', async () => {
    const { header, claims, sound } = await tokenOf('o.shevchenko', 'ok');
    expect([header['alg'], sound]).toEqual(['RS256', true]);
    expect(claims).toMatchObject({
      iss: issuer,
      aud: client.client_id,
      sub: accounts[0]?.subject,
      email: 'o.shevchenko@campus.example',
      email_verified: true,
      hd: 'campus.example',
      nonce: 'our-nonce',
    });
  });

  test('redirects with state, issuer and a code that works once', async () => {
    const back = await choose('m.kovalenko', 'ok');
    expect(`${back.origin}${back.pathname}`).toBe(`${bramaUrl}/google-auth`);
    expect(back.searchParams.get('state')).toBe('our-state');
    expect(back.searchParams.get('iss')).toBe(issuer);
    const code = back.searchParams.get('code');
    expect([(await exchange(code)).status, (await exchange(code)).status]).toEqual([200, 400]);
  });

  test('the same browser can choose another account the next time', async () => {
    const go = createBrowser();
    for (const person of ['o.shevchenko', 'm.kovalenko']) {
      const { searchParams } = await choose(person, 'ok', go);
      const answer = (await (await exchange(searchParams.get('code'))).json()) as {
        id_token: string;
      };
      const claims = Buffer.from(answer.id_token.split('.')[1] ?? '', 'base64url').toString();
      expect(JSON.parse(claims).email).toBe(`${person}@campus.example`);
    }
  });

  test('another client or redirect URI is rejected', async () => {
    const wrong = [{ client_id: 'another' }, { redirect_uri: 'https://elsewhere.example/' }];
    for (const one of wrong) {
      const answer = await createBrowser()(authorizeAddress(one));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
  });
});

describe('scenarios', () => {
  const wrong: [Scenario, Record<string, unknown>][] = [
    ['wrong-hd', { hd: 'another.example' }],
    ['unverified-email', { email_verified: false }],
    ['changed-sub', { sub: `${accounts[0]?.subject}0`, email: 'o.shevchenko@campus.example' }],
    ['wrong-nonce', { nonce: 'of-another-attempt' }],
    ['foreign-audience', { aud: 'another-application' }],
    ['slow', { nonce: 'our-nonce' }],
  ];
  test.each(wrong)('%s: the token is signed and contains %j', async (scenario, said) => {
    const { claims, sound } = await tokenOf('o.shevchenko', scenario);
    expect(sound).toBe(true);
    expect(claims).toMatchObject(said);
  });

  test('no-hd and a private account: the token has no domain', async () => {
    expect((await tokenOf('o.shevchenko', 'no-hd')).claims).not.toHaveProperty('hd');
    expect((await tokenOf('private', 'ok')).claims).not.toHaveProperty('hd');
  });

  test('expired-token: the token expired an hour ago', async () => {
    const { claims, sound } = await tokenOf('o.shevchenko', 'expired-token');
    expect(sound).toBe(true);
    expect(Number(claims['exp'])).toBeLessThan(Date.now() / 1000 - 3000);
  });

  test('unsigned-token: the token has alg none and no signature', async () => {
    const { header, sound } = await tokenOf('o.shevchenko', 'unsigned-token');
    expect([header['alg'], sound]).toEqual(['none', false]);
  });

  test('token-unavailable: the token endpoint responds with 503', async () => {
    const { searchParams } = await choose('o.shevchenko', 'token-unavailable');
    expect((await exchange(searchParams.get('code'))).status).toBe(503);
  });

  test('cancel: redirects with an error and without a code', async () => {
    const { searchParams } = await choose('o.shevchenko', 'cancel');
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
    expect(searchParams.get('state')).toBe('our-state');
  });
});

describe('the account chooser', () => {
  async function open(locales: string) {
    const go = createBrowser();
    const asked = await go(authorizeAddress({ ui_locales: locales }));
    const address = String(asked.headers.get('location'));
    return { go, address, page: await (await go(address)).text() };
  }

  test('offers every account and scenario, with test hooks, in the requested language', async () => {
    const uk = await open('uk');
    const en = await open('en');
    expect(uk.page).toContain('Виберіть обліковий запис');
    expect(en.page).toContain('Choose an account');
    for (const { id } of accounts) expect(en.page).toContain(`data-person="${id}"`);
    for (const scenario of scenarios) expect(en.page).toContain(`data-scenario="${scenario}"`);
    const switched = await (await uk.go(`${uk.address}?lang=en`)).text();
    expect(switched).toContain('Choose an account');
  });

  test('its form may redirect to Brama', async () => {
    const { go, address } = await open('en');
    const policy = (await go(address)).headers.get('content-security-policy');
    expect(policy).toContain(`form-action 'self' ${bramaUrl};`);
  });

  test('an expired choice shows an error', async () => {
    const answer = await createBrowser()('/choose/nobody');
    expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining(bramaUrl)]);
  });

  test('the home page links to the sign-in page', async () => {
    expect(await (await createBrowser()('/')).text()).toContain(`${bramaUrl}/uk/`);
  });
});
