import { readGoogleState } from '@brama/contract/sign-in/google/state';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { clientId, issuer } from '../../../test/support/google/issuer.ts';
import { type GoogleWorld, makeGoogleWorld, olena } from '../../../test/support/google/world.ts';
import { apps } from '../../../test/support/world.ts';
import { deleteExpiredFrom } from '../../database/expiring-tables.ts';

describeOnDatabases('Google sign-in', (kind) => {
  let world: GoogleWorld;
  beforeAll(async () => {
    world = await makeGoogleWorld(kind);
  });
  afterAll(() => world.close());

  test('redirects to Google with all parameters of the authorization request', async () => {
    const browser = world.createBrowser('i18next=en');
    const answer = await browser.get('/api/google/redirect?appId=7&state=s&junk=1');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([303, 'no-store']);
    const { origin, pathname, searchParams } = new URL(String(answer.headers.location));
    expect(origin + pathname).toBe(`${issuer}/auth`);
    const { state, nonce, code_challenge: challenge, ...plain } = Object.fromEntries(searchParams);
    expect(plain).toEqual({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/google-auth',
      scope: 'openid email',
      code_challenge_method: 'S256',
      prompt: 'select_account',
      ui_locales: 'en',
      hd: 'campus.example',
    });
    expect([nonce, challenge]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.any(String)]);
    expect(readGoogleState(state)).toEqual({
      purpose: 'sign-in',
      carried: { appId: '7', state: 's' },
    });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 });
    expect(cookie?.name).toMatch(/^brama_google_[\w-]{22}$/);
  });

  test('sets the session cookie and clears the cookie of the attempt', async () => {
    const browser = world.createBrowser();
    const answer = await browser.signIn();
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect([...browser.jar.keys()]).toEqual(['brama_session', 'brama_device']);
    expect((await browser.get('/user')).json().fullName).toBe('Шевченко Олена');
  });

  test('applications receive the sign-in method GOOGLE', async () => {
    const browser = world.createBrowser();
    await browser.signIn();
    const { id: appId, secret } = apps.campus;
    const gone = await browser.get(`/api/app-redirect?appId=${appId}`);
    const ticketId = new URL(String(gone.headers.location)).searchParams.get('ticketId') ?? '';
    const query = new URLSearchParams({ ticketId, appId, appSecret: secret });
    const ticket = await world.send({ url: `/api/ticket?${query}` });
    expect(ticket.json().data.AUTH_METHOD).toBe('GOOGLE');
  });

  test('two attempts in two tabs both succeed, in any order', { tags: 'race' }, async () => {
    const browser = world.createBrowser();
    const first = await browser.begin('?appId=1');
    const second = await browser.begin('?appId=2');
    expect(browser.attempts()).toHaveLength(2);
    for (const address of [second, first])
      expect((await browser.finish(world.google.choose(address, olena))).statusCode).toBe(200);
    expect(browser.attempts()).toEqual([]);
  });

  test('a browser keeps at most five attempts, and the oldest is dropped', async () => {
    const browser = world.createBrowser();
    const addresses: string[] = [];
    for (let tabs = 0; tabs < 7; tabs += 1) {
      world.clock.now += 1000;
      addresses.push(await browser.begin());
    }
    expect(browser.attempts()).toHaveLength(5);
    const statuses: number[] = [];
    for (const address of addresses)
      statuses.push((await browser.finish(world.google.choose(address, olena))).statusCode);
    expect(statuses).toEqual([401, 401, 200, 200, 200, 200, 200]);
  });

  test('another node can complete an attempt', async () => {
    const other = await world.node();
    const browser = world.createBrowser();
    const returned = world.google.choose(await browser.begin(), olena);
    const answer = await world.createBrowser(browser.cookie(), other).finish(returned);
    expect(answer.statusCode).toBe(200);
  });

  test('sign-out ends pending attempts', async () => {
    const browser = world.createBrowser();
    await browser.signIn();
    const address = await browser.begin();
    await browser.call('POST', '/api/auth/logout');
    // the device cookie stays: it proves no identity
    expect([...browser.jar.keys()]).toEqual(['brama_device']);
    expect((await browser.finish(world.google.choose(address, olena))).statusCode).toBe(401);
  });

  test('expired attempts are deleted, and used ones contain no secrets', async () => {
    const rows = () => world.db.selectFrom('google_attempts').selectAll().execute();
    await world.createBrowser().signIn();
    const used = (await rows()).filter((row) => row.consumed_at !== null);
    expect(used.every((row) => row.encrypted_secrets === null)).toBe(true);
    const end = world.clock.now + 600_000;
    const before = (await rows()).length;
    expect(await deleteExpiredFrom(world.db, 'google_attempts', end, 1)).toBe(1);
    expect(await deleteExpiredFrom(world.db, 'google_attempts', end, 1000)).toBe(before - 1);
    expect(await rows()).toEqual([]);
  });

  test('parameters that are too large are rejected and nothing is stored', async () => {
    const browser = world.createBrowser();
    const answer = await browser.get(`/api/google/redirect?state=${'x'.repeat(4000)}`);
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'request.too-large']);
    expect(browser.attempts()).toEqual([]);
  });

  test.each([
    [{ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
    [{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
    [{ 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 403],
    [
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
      303,
    ],
    [{}, 303],
  ])('the redirect is only for top-level navigation: %j → %i', async (headers, status) => {
    const answer = await world
      .createBrowser()
      .get('/api/google/redirect', headers as Record<string, string>);
    expect(answer.statusCode).toBe(status);
  });
});

test('with https the cookie of an attempt is Secure and bound to the host', async () => {
  const world = await makeGoogleWorld('sqlite', { BASE_URL: 'https://id.campus.example' });
  try {
    const answer = await world.createBrowser().get('/api/google/redirect');
    expect(answer.cookies[0]).toMatchObject({ secure: true, path: '/' });
    expect(answer.cookies[0]?.name).toMatch(/^__Host-brama_google_/);
    expect(String(answer.headers.location)).toContain(
      encodeURIComponent('https://id.campus.example/google-auth'),
    );
  } finally {
    await world.close();
  }
});

test('with several domains or none, the request has no hd parameter', async () => {
  for (const domains of ['campus.example,students.campus.example', '']) {
    const world = await makeGoogleWorld('sqlite', { GOOGLE_HOSTED_DOMAINS: domains });
    try {
      const address = await world.createBrowser().begin();
      expect(new URL(address).searchParams.has('hd')).toBe(false);
    } finally {
      await world.close();
    }
  }
});
