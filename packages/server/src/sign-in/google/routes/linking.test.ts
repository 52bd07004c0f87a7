// «My data»: a user who has just signed in links a Google account. The user can unlink it unless it is the last
// sign-in method.

import { readGoogleState } from '@brama/contract/sign-in/google/state';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { type GoogleWorld, makeGoogleWorld, olena } from '../../../../test/support/google/world.ts';
import { addUser } from '../../../../test/support/world.ts';

const minute = 60_000;
const link = '/api/google/link';

describeOnDatabases('linking', (kind) => {
  let world: GoogleWorld;
  beforeAll(async () => {
    world = await makeGoogleWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(() => world.startAnew());

  const own = { ...olena, sub: '777', email: 'olena@campus.example' };
  const signedIn = async (username = 'o.shevchenko') =>
    world.createBrowser(await world.signIn(username));
  type Browser = ReturnType<GoogleWorld['createBrowser']>;

  const errorOf = (answer: Awaited<ReturnType<Browser['get']>>) => [
    answer.statusCode,
    answer.json().error.code,
  ];
  async function startLinking(browser: Browser): Promise<string> {
    return (await browser.call('POST', link)).json().address;
  }
  async function linkOwn(browser: Browser, person = own) {
    return browser.finish(world.google.choose(await startLinking(browser), person));
  }

  test('links the account, keeps the session, and the account can sign in', async () => {
    const browser = await signedIn();
    const before = browser.jar.get('brama_session');
    expect((await browser.get(link)).json()).toEqual({
      linked: null,
      lastWayIn: false,
      fresh: true,
      missing: null,
    });
    const address = await startLinking(browser);
    const { searchParams } = new URL(address);
    expect(readGoogleState(searchParams.get('state'))).toEqual({ purpose: 'link', carried: {} });
    const answer = await browser.finish(world.google.choose(address, own));
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect([...browser.jar]).toEqual([['brama_session', before]]);
    const shown = await browser.get(link);
    expect(shown.headers['vary']).toBe('cookie');
    expect(shown.json()).toEqual({
      linked: { email: 'olena@campus.example', since: new Date(world.clock.now).toISOString() },
      lastWayIn: false,
      fresh: true,
      missing: null,
    });
    const other = world.createBrowser();
    await other.signIn(own);
    expect((await other.get('/user')).json().fullName).toBe('Шевченко Олена');
  });

  test('requires a session', async () => {
    const browser = world.createBrowser();
    for (const answer of [await browser.get(link), await browser.call('POST', link)])
      expect(errorOf(answer)).toEqual([401, 'session.required']);
    expect(errorOf(await browser.call('DELETE', link))).toEqual([401, 'session.required']);
  });

  test('requires a sign-in within the last ten minutes', async () => {
    const browser = await signedIn();
    world.clock.now += 10 * minute;
    expect((await browser.get(link)).json().fresh).toBe(true);
    expect((await browser.call('POST', link)).statusCode).toBe(200);
    world.clock.now += 1;
    expect((await browser.get(link)).json().fresh).toBe(false);
    for (const method of ['POST', 'DELETE'] as const)
      expect(errorOf(await browser.call(method, link))).toEqual([403, 'session.not-recent']);
  });

  test('allows five more minutes to choose the account', async () => {
    const browser = await signedIn();
    world.clock.now += 9 * minute;
    const address = await startLinking(browser);
    world.clock.now += 6 * minute;
    expect((await browser.finish(world.google.choose(address, own))).statusCode).toBe(200);
    const late = await startLinking(await signedIn());
    expect(late).toBeTruthy();
    const slow = await signedIn();
    world.clock.now += 9 * minute;
    const slowAddress = await startLinking(slow);
    world.clock.now += 6 * minute + 1;
    const answer = await slow.finish(world.google.choose(slowAddress, own));
    expect(errorOf(answer)).toEqual([403, 'session.not-recent']);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['nobody knows who', {}],
  ])('rejects linking and unlinking requests: %s', async (_, headers) => {
    const browser = await signedIn();
    for (const method of ['POST', 'DELETE'] as const) {
      const asked = { method, url: link, headers: { cookie: browser.cookie(), ...headers } };
      const answer = await world.server.inject(asked);
      expect([answer.statusCode, answer.json().error.code]).toEqual([
        403,
        'request.foreign-origin',
      ]);
    }
  });

  test('cannot be completed by another session of the same browser', async () => {
    await addUser(world.db, { username: 'mykola' }, world.passwordHash);
    const browser = await signedIn();
    const address = await startLinking(browser);
    browser.jar.set('brama_session', (await world.signIn('mykola')).split('=')[1] ?? '');
    const answer = await browser.finish(world.google.choose(address, own));
    expect(errorOf(answer)).toEqual([401, 'google.failed']);
    expect(world.told().at(-1)?.reason).toBe('other-session');
    expect((await browser.get(link)).json().linked).toBeNull();
  });

  test('cannot be completed after sign-out', async () => {
    const browser = await signedIn();
    const returned = world.google.choose(await startLinking(browser), own);
    const kept = new Map(browser.jar);
    await browser.call('POST', '/api/auth/logout');
    for (const [name, value] of kept) browser.jar.set(name, value);
    expect(errorOf(await browser.finish(returned))).toEqual([401, 'google.failed']);
    expect(await browser.isSignedIn()).toBe(false);
  });

  test('cannot be completed by another browser with the same session', async () => {
    const browser = await signedIn();
    const returned = world.google.choose(await startLinking(browser), own);
    const other = world.createBrowser(`brama_session=${browser.jar.get('brama_session')}`);
    expect(errorOf(await other.finish(returned))).toEqual([401, 'google.failed']);
    expect(world.told().at(-1)?.reason).toBe('other-browser');
  });

  test('cannot be completed by a sign-in attempt', async () => {
    const browser = await signedIn();
    const returned = world.google.choose(await browser.begin(), own);
    expect(errorOf(await browser.finish(returned))).toEqual([401, 'google.failed']);
    expect((await browser.get(link)).json().linked).toBeNull();
  });

  test('rejects an account that is linked to another user', async () => {
    await addUser(world.db, { username: 'mykola' }, world.passwordHash);
    await linkOwn(await signedIn());
    const mykola = await signedIn('mykola');
    expect(errorOf(await linkOwn(mykola))).toEqual([409, 'google.linked-elsewhere']);
    expect((await mykola.get(link)).json().linked).toBeNull();
    expect(world.told().at(-1)).toMatchObject({ level: 'warn', reason: 'linked-elsewhere' });
  });

  test('of one account by several users concurrently succeeds for one user', {
    tags: 'race',
  }, async () => {
    const names = ['anna', 'bohdan', 'vira', 'hryts'];
    for (const username of names) await addUser(world.db, { username }, world.passwordHash);
    const cookies = await Promise.all(names.map(signedIn));
    const handleCallback = await Promise.all(cookies.map((browser) => linkOwn(browser)));
    expect(handleCallback.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  test('of a second account replaces the first', async () => {
    const browser = await signedIn();
    await linkOwn(browser);
    await linkOwn(browser, { ...own, sub: '778', email: 'second@campus.example' });
    expect((await browser.get(link)).json().linked.email).toBe('second@campus.example');
    expect((await world.createBrowser().signIn(own)).statusCode, 'the first is out').toBe(401);
  });

  test('rejects an account of a foreign domain', async () => {
    const browser = await signedIn();
    const answer = await linkOwn(browser, { ...own, hd: 'another.example' });
    expect(errorOf(answer)).toEqual([401, 'google.failed']);
  });

  describe('without JavaScript', () => {
    const submit = (browser: Browser, url: string, headers: Record<string, string> = {}) =>
      world.server.inject({
        method: 'POST',
        url,
        headers: {
          cookie: browser.cookie(),
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'navigate',
          ...headers,
        },
        payload: '',
      });

    test('the form to link leads to Google with a page, because form-action applies to redirects', async () => {
      const browser = await signedIn();
      const page = await submit(browser, link);
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
      expect(page.body).toMatch(/href="https?:\/\/[^"]*state=/);
    });

    test('the form to unlink returns to the account page, also when sent again', async () => {
      const browser = await signedIn();
      await linkOwn(browser);
      for (let times = 0; times < 2; times += 1) {
        const answer = await submit(browser, '/api/google/unlink');
        expect([answer.statusCode, answer.headers.location]).toEqual([
          303,
          '/uk/account#sign-in-methods',
        ]);
      }
      expect((await browser.get(link)).json().linked).toBeNull();
    });

    test('the forms need a recent sign-in, a session and our own origin', async () => {
      const browser = await signedIn();
      await linkOwn(browser);
      for (const url of [link, '/api/google/unlink']) {
        const foreign = await submit(browser, url, { 'sec-fetch-site': 'cross-site' });
        expect([url, foreign.statusCode]).toEqual([url, 403]);
        const stranger = await submit(world.createBrowser(), url);
        expect(stranger.headers.location).toBe('/uk/?session=ended');
      }
      world.clock.now += 11 * minute;
      for (const url of [link, '/api/google/unlink'])
        expect((await submit(browser, url)).headers.location).toBe('/uk/?reauthenticate=account');
      expect((await browser.get(link)).json().linked).not.toBeNull();
    });

    test('unlinking accepts no JSON', async () => {
      const browser = await signedIn();
      const answer = await submit(browser, '/api/google/unlink', {
        'content-type': 'application/json',
      });
      expect(answer.statusCode).toBe(303);
      const page = await world.server.inject({ url: `${answer.headers.location}` });
      expect(page.statusCode).toBe(415);
    });
  });

  describe('unlinking', () => {
    const setPassword = (passwordHash: string | null) =>
      world.db
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', '=', world.olena)
        .execute();

    test('prevents sign-in with the account, and a second unlinking succeeds', async () => {
      const browser = await signedIn();
      await linkOwn(browser);
      for (let times = 0; times < 2; times += 1) {
        const answer = await browser.call('DELETE', link);
        expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
      }
      expect((await browser.get(link)).json().linked).toBeNull();
      expect((await world.createBrowser().signIn(own)).statusCode).toBe(401);
    });

    test('is stored as an event once, like linking', async () => {
      await world.db.deleteFrom('events').execute();
      const browser = await signedIn();
      const before = world.letters.length;
      await linkOwn(browser);
      for (let times = 0; times < 2; times += 1) await browser.call('DELETE', link);
      const events = await world.db
        .selectFrom('events')
        .select(['type', 'user_id', 'method', 'details'])
        .where('type', 'like', 'google.%')
        .execute();
      const about = { user_id: world.olena, method: 'google' };
      expect(events).toHaveLength(2);
      expect(events).toEqual(
        expect.arrayContaining([
          { type: 'google.linked', ...about, details: '{"how":"by-hand"}' },
          { type: 'google.unlinked', ...about, details: null },
        ]),
      );
      await expect
        .poll(() => world.letters.slice(before).map(({ subject }) => subject))
        .toEqual(['uk google-linked', 'uk google-unlinked']);
    });

    test('prevents automatic linking by email for the same and for other accounts', async () => {
      const browser = await signedIn();
      const address = 'O.Shevchenko@campus.example';
      expect((await linkOwn(browser, { ...own, email: address })).statusCode).toBe(200);
      await browser.call('DELETE', link);
      for (const sub of [own.sub, 'another-subject']) {
        const answer = await world.createBrowser().signIn({ ...own, email: address, sub });
        expect([sub, answer.statusCode]).toEqual([sub, 401]);
      }
      expect((await browser.get(link)).json().linked).toBeNull();
      // manually, as before
      expect((await linkOwn(browser, { ...own, email: address })).statusCode).toBe(200);
      await browser.call('DELETE', link);
    });

    test('of the last sign-in method is rejected, also for concurrent requests', {
      tags: 'race',
    }, async () => {
      const browser = await signedIn();
      await linkOwn(browser);
      await setPassword(null);
      expect((await browser.get(link)).json().lastWayIn).toBe(true);
      const handleCallback = await Promise.all(
        Array.from({ length: 4 }, () => browser.call('DELETE', link)),
      );
      for (const answer of handleCallback)
        expect(errorOf(answer)).toEqual([409, 'google.last-way-in']);
      expect((await browser.get(link)).json().linked).not.toBeNull();
    });

    test('counts a tax number as a sign-in method only if Diia is on', async () => {
      const browser = await signedIn();
      await linkOwn(browser);
      await setPassword(null);
      const number = { tax_id_hash: 'hash' };
      await world.db.updateTable('users').set(number).where('id', '=', world.olena).execute();
      expect(errorOf(await browser.call('DELETE', link))).toEqual([409, 'google.last-way-in']);
    });
  });
});

test('without configured domains any account can be linked manually and can sign in', async () => {
  const world = await makeGoogleWorld('sqlite', { GOOGLE_HOSTED_DOMAINS: '' });
  try {
    const browser = world.createBrowser(await world.signIn());
    const { address } = (await browser.call('POST', link)).json();
    const person = { sub: '5', email: 'olena@mail.example', email_verified: true };
    expect((await browser.finish(world.google.choose(address, person))).statusCode).toBe(200);
    expect((await world.createBrowser().signIn(person)).statusCode).toBe(200);
  } finally {
    await world.close();
  }
});
