// The page to which Google redirects, in a browser without JavaScript.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GoogleWorld,
  makeGoogleWorld,
  olena,
  type Returned,
} from '../../../test/support/google/world.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await makeGoogleWorld('sqlite');
});
afterAll(() => world.close());

type Browser = ReturnType<GoogleWorld['createBrowser']>;

async function submit(browser: Browser, fields: Returned, headers: Record<string, string> = {}) {
  const answer = await world.post('/google/auth', new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    cookie: browser.cookie(),
    ...headers,
  });
  for (const { name, value } of answer.cookies) browser.jar.set(name, value);
  return answer;
}

describe('the callback page', () => {
  const at = (url: string, headers = {}) => world.send({ url, headers });

  test('contains the response of Google and does not leak it', async () => {
    const page = await at('/google-auth?code=4%2F0A&state=a.b&iss=https%3A%2F%2Fg.example&scope=x');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(page.body).toContain('name="code" value="4/0A"');
    expect(page.body).toContain('name="state" value="a.b"');
    expect(page.body).toContain('name="iss" value="https://g.example"');
    expect(page.body, 'no link carries any of it').toContain('href="/uk/"');
  });

  test.each([
    ['i18next=en', 'en'],
    ['i18next=uk', 'uk'],
    ['i18next=de', 'uk'],
    ['', 'uk'],
  ])('uses the remembered language: %j', async (cookie, language) => {
    const page = await at('/google-auth?code=c', { cookie });
    expect(page.body).toContain(`<html lang="${language}">`);
  });

  test('escapes parameters and drops repeated ones', async () => {
    const page = await at('/google-auth?code="><script>alert(1)</script>&state=a&state=b');
    expect(page.body).not.toContain('<script>alert');
    expect(page.body).toContain('name="state" value=""');
  });
});

describe('the callback form', () => {
  test('signs in and keeps the original parameters', async () => {
    const browser = world.createBrowser('i18next=en');
    const returned = world.google.choose(await browser.begin('?appId=7&state=s'), olena);
    const answer = await submit(browser, returned);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/en/apps?appId=7&state=s']);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test('redirects a rejected sign-in to the sign-in page with the parameters', async () => {
    const browser = world.createBrowser('i18next=en');
    const begun = await browser.begin('?appId=7');
    const returned = world.google.choose(begun, { ...olena, hd: 'x.example' });
    const answer = await submit(browser, returned);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/en/?google_auth_error=true&appId=7',
    ]);
    expect(await browser.isSignedIn()).toBe(false);
  });

  test('keeps the choice of a shared computer, also after a refusal', async () => {
    const browser = world.createBrowser('i18next=en');
    const choice = 'appId=7&sharedComputer=true';
    const begun = await browser.begin(`?${choice}`);
    const refused = world.google.choose(begun, { ...olena, hd: 'x.example' });
    const { location } = (await submit(browser, refused)).headers;
    expect(location).toBe('/en/?google_auth_error=true&sharedComputer=true&appId=7');
    expect((await browser.get(`${location}`)).body).toContain('data-shared="true"');
    const returned = world.google.choose(await browser.begin(`?${choice}`), olena);
    const answer = await submit(browser, returned);
    expect(answer.headers.location).toBe('/en/apps?appId=7');
    const session = answer.cookies.find(({ name }) => name === 'brama_session');
    expect(session?.maxAge).toBeUndefined();
    expect((await browser.get('/api/sessions')).json().sessions[0].sharedComputer).toBe(true);
  });

  test.each(['', 'false', 'TRUE', '1'])('does not read %j as this choice', async (value) => {
    const browser = world.createBrowser();
    const query = `?${new URLSearchParams({ sharedComputer: value })}`;
    await submit(browser, world.google.choose(await browser.begin(query), olena));
    expect((await browser.get('/api/sessions')).json().sessions[0].sharedComputer).toBe(false);
  });

  test('rejects a choice that was added to the state', async () => {
    const browser = world.createBrowser();
    const returned = world.google.choose(await browser.begin(), olena);
    const [text = '', mac] = `${returned.state}`.split('.');
    const fields = JSON.parse(Buffer.from(text, 'base64url').toString());
    const changed = JSON.stringify({ ...fields, sharedComputer: 'true' });
    const state = `${Buffer.from(changed).toString('base64url')}.${mac}`;
    const answer = await submit(browser, { ...returned, state });
    expect(answer.headers.location).toBe('/uk/?google_auth_error=true&sharedComputer=true');
    expect(await browser.isSignedIn()).toBe(false);
  });

  test.each([[{}], [{ code: '', state: '', iss: '' }], [{ code: 'x', state: 'y' }]])(
    'redirects to the sign-in page with an error for the fields %j',
    async (fields) => {
      const answer = await submit(world.createBrowser(), fields as Returned);
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        '/uk/?google_auth_error=true',
      ]);
    },
  );

  test('accepts an empty iss field if the issuer does not send iss', async () => {
    const metadata = world.google.metadata;
    metadata['authorization_response_iss_parameter_supported'] = undefined;
    world.clock.now += 5 * 60_000;
    const browser = world.createBrowser();
    const returned = { ...world.google.choose(await browser.begin(), olena), iss: '' };
    expect((await submit(browser, returned)).headers.location).toBe('/uk/apps');
    metadata['authorization_response_iss_parameter_supported'] = true;
    world.clock.now += 5 * 60_000;
  });

  test.each(['cross-site', 'same-site', 'none'])('rejects a request from %s', async (site) => {
    const browser = world.createBrowser();
    const returned = world.google.choose(await browser.begin(), olena);
    const answer = await submit(browser, returned, { 'sec-fetch-site': site });
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'request.foreign-origin']);
    expect((await submit(browser, returned)).headers.location).toBe('/uk/apps');
  });

  test('rejects JSON', async () => {
    expect((await world.post('/google/auth', { code: 'x' })).statusCode).toBe(415);
  });

  test('redirects to the sign-in page when the database fails', async () => {
    const broken = await makeGoogleWorld('sqlite');
    try {
      const browser = broken.createBrowser();
      const returned = broken.google.choose(await browser.begin(), olena);
      await broken.db.destroy();
      const answer = await broken.post('/google/auth', new URLSearchParams(returned).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: browser.cookie(),
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        '/uk/?google_auth_error=true',
      ]);
    } finally {
      await broken.close();
    }
  });
});

test('without Google settings the page and the endpoints do not exist', async () => {
  const { makeWorld, ours } = await import('../../../test/support/world.ts');
  const plain = await makeWorld('sqlite');
  try {
    expect((await plain.send({ url: '/google-auth?code=c' })).headers.location).toBe('/');
    for (const url of ['/google/auth?code=c', '/api/google/redirect', '/api/google/link'])
      expect((await plain.send({ url, headers: ours })).statusCode).toBe(404);
  } finally {
    await plain.close();
  }
});
