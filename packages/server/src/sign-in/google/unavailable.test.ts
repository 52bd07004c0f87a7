// The issuer does not respond, responds wrongly, or has changed. Other sign-in methods are not affected.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issuer } from '../../../test/support/google/issuer.ts';
import { type GoogleWorld, makeGoogleWorld, olena } from '../../../test/support/google/world.ts';
import { password } from '../../../test/support/world.ts';

const description = '/.well-known/openid-configuration';
const unreachable = () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  return Promise.reject(new TypeError('fetch failed', { cause }));
};

let world: GoogleWorld;
beforeAll(async () => {
  world = await makeGoogleWorld('sqlite');
});
afterAll(() => world.close());
beforeEach(() => world.startAnew());

async function expectUnavailable(cookie = 'i18next=en') {
  const browser = world.createBrowser(cookie);
  const answer = await browser.get('/api/google/redirect?appId=7&state=s');
  expect([answer.statusCode, answer.headers.location]).toEqual([
    303,
    '/en/?google_auth_error=unavailable&appId=7&state=s',
  ]);
  expect(answer.cookies).toEqual([]);
  expect(await world.db.selectFrom('google_attempts').selectAll().execute()).toEqual([]);
}

describe('an unavailable Google', () => {
  test('that is unreachable: the sign-in page shows an error and keeps the parameters', async () => {
    world.google.trouble.set('*', unreachable);
    await expectUnavailable();
    const page = await world.send({ url: '/en/?google_auth_error=unavailable' });
    expect(page.body).toContain('data-notice="google-unavailable"');
    const [line] = world.lines
      .map((text) => JSON.parse(text))
      .filter(({ msg }) => msg === 'Google unavailable');
    expect([line.level, line.fault]).toEqual(['warn', 'ECONNREFUSED']);
  });

  test('that responds again: users can sign in', async () => {
    world.google.trouble.set('*', unreachable);
    await expectUnavailable();
    world.google.trouble.clear();
    expect((await world.createBrowser().signIn()).statusCode).toBe(200);
  });

  test('that responds slowly: users can sign in with a password', async () => {
    let answer = () => {};
    const waiting = new Promise<Response>((resolve) => {
      answer = () => resolve(new Response(null, { status: 503 }));
    });
    world.google.trouble.set('*', () => waiting);
    const browser = world.createBrowser();
    const redirected = browser.get('/api/google/redirect');
    const proved = await world.post('/api/auth', { username: 'o.shevchenko', password });
    expect(proved.statusCode).toBe(200);
    expect((await world.send({ url: '/uk/' })).statusCode).toBe(200);
    answer();
    expect((await redirected).headers.location).toBe('/uk/?google_auth_error=unavailable');
  });

  test('causes 503 for linking', async () => {
    world.google.trouble.set('*', unreachable);
    const browser = world.createBrowser(await world.signIn());
    const answer = await browser.call('POST', '/api/google/link');
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'unavailable']);
    expect(answer.headers['retry-after']).toBe('10');
  });

  const handleCallback: [string, () => Promise<Response>][] = [
    ['503', async () => new Response('down', { status: 503 })],
    ['no JSON', async () => new Response('<h1>', { headers: { 'content-type': 'text/html' } })],
    ['a redirect', async () => Response.redirect('https://elsewhere.example/', 302)],
    ['far too much', async () => Response.json({ issuer, more: 'x'.repeat(300_000) })],
    ['the description of another', async () => Response.json({ issuer: 'https://other.example' })],
  ];
  test.each(handleCallback)(
    'with the metadata response %s: the sign-in page shows an error',
    async (_, trouble) => {
      world.google.trouble.set(description, trouble);
      await expectUnavailable();
      expect(world.google.asked).toEqual([description]);
    },
  );

  test.each(handleCallback.slice(0, 4))(
    'with the token response %s: the sign-in is rejected',
    async (_, trouble) => {
      world.google.trouble.set('/token', trouble);
      const browser = world.createBrowser();
      const answer = await browser.signIn();
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'google.failed']);
      expect(world.told().at(-1)?.reason).toBe('exchange-failed');
      expect(browser.attempts()).toEqual([]);
    },
  );
});

test('a slow Google does not accumulate code exchanges; a rejected response remains usable', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const browser = world.createBrowser();
  const returned = world.google.choose(await browser.begin(), olena);
  const others = Array.from({ length: 60 }, () => world.createBrowser());
  const codes = await Promise.all(
    others.map(async (other) => world.google.choose(await other.begin(), olena)),
  );
  world.google.trouble.set('/token', async () => {
    await promise;
    return new Response(null, { status: 503 });
  });
  const waiting = others.map((other, at) => other.finish(codes[at] ?? {}));
  const statuses = waiting.map(async (answer) => (await answer).statusCode);
  // the server refuses requests beyond the limit at once
  const refused = await Promise.race(waiting);
  expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'busy']);
  expect((await browser.finish(returned)).statusCode).toBe(503);
  resolve();
  expect((await Promise.all(statuses)).filter((status) => status === 401)).toHaveLength(50);
  world.google.trouble.clear();
  expect((await browser.finish(returned)).statusCode).toBe(200);
});

describe('the issuer metadata', () => {
  test.each([
    ['token_endpoint', 'http://login.example/token'],
    ['token_endpoint', 'https://127.0.0.1/token'],
    ['jwks_uri', 'https://169.254.169.254/latest'],
    ['jwks_uri', 'https://[::1]/jwks'],
    ['jwks_uri', undefined],
    ['authorization_endpoint', 'javascript:alert(1)'],
    ['authorization_endpoint', 'https://localhost/auth'],
    ['authorization_endpoint', 'https://user:pass@login.example/auth'],
  ])('is rejected with the endpoint %s %s', async (name, address) => {
    world.google.metadata[name] = address;
    await expectUnavailable();
  });

  test('may name endpoints on other hosts', async () => {
    world.google.metadata['authorization_endpoint'] = 'https://accounts.other.example/auth';
    const address = await world.createBrowser().begin();
    expect(address).toMatch(/^https:\/\/accounts\.other\.example\/auth\?/);
  });

  test('is requested once for concurrent attempts, and again after five minutes', async () => {
    const cookies = Array.from({ length: 5 }, () => world.createBrowser());
    await Promise.all(cookies.map((browser) => browser.begin()));
    expect(world.google.asked).toEqual([description]);
    world.clock.now += 5 * 60_000;
    await world.createBrowser().begin();
    expect(world.google.asked).toEqual([description, description]);
  });

  test('is not requested again for a pending attempt', async () => {
    const browser = world.createBrowser();
    const returned = world.google.choose(await browser.begin(), olena);
    world.clock.now += 9 * 60_000;
    world.google.trouble.set(description, unreachable);
    expect((await browser.finish(returned)).statusCode).toBe(200);
  });

  test('without client_secret_post leads to client_secret_basic', async () => {
    world.google.metadata['token_endpoint_auth_methods_supported'] = undefined;
    expect((await world.createBrowser().signIn()).statusCode).toBe(200);
  });

  test('with symmetric algorithms does not make the server accept them', async () => {
    world.google.metadata['id_token_signing_alg_values_supported'] = ['HS256', 'none', 'RS256'];
    for (const alg of ['HS256', 'none'] as const)
      expect((await world.createBrowser().signIn(olena, { alg })).statusCode).toBe(401);
    expect((await world.createBrowser().signIn()).statusCode).toBe(200);
  });
});

test('keys are fetched once, and again when the issuer uses a new key', async () => {
  const keysAsked = () => world.google.asked.filter((path) => path === '/jwks').length;
  const signIn = async () => (await world.createBrowser().signIn()).statusCode;
  world.google.kid = 'first of all';
  for (let times = 0; times < 3; times += 1) expect(await signIn()).toBe(200);
  expect(keysAsked()).toBe(1);
  world.google.kid = 'second';
  expect([await signIn(), keysAsked()]).toEqual([200, 2]);
  expect([await signIn(), keysAsked()]).toEqual([200, 2]);
});
