// The language switch on pages whose address has no language or cannot be opened again. It leads to the same page in
// the other language, and back. The tests use browsers without JavaScript.

import { unescapeHtml } from '@brama/contract/escape-html';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBrowser, type Stop } from '../../../test/support/browser.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { makeGoogleWorld } from '../../../test/support/google/world.ts';
import { addOidcApplication, office, portal } from '../../../test/support/oidc/applications.ts';
import { type Arena, archive, makeArena } from '../../../test/support/oidc/arena.ts';
import { addDevices, createDevice, createDeviceUser } from '../../../test/support/oidc/device.ts';
import { addGuests, guest, proofIn } from '../../../test/support/oidc/guests.ts';
import {
  attemptOf,
  ended,
  type Fields,
  form,
  formOf,
  withWholeAddresses,
} from '../../../test/support/oidc/raw.ts';

type Browser = ReturnType<typeof createBrowser>;

const html = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
const sameSite = { ...html, ...form, 'sec-fetch-site': 'same-origin' };
const post = (fields: Fields) =>
  ({ method: 'POST', headers: sameSite, payload: formOf(fields) }) as const;

const switchIn = ({ body }: Pick<Stop, 'body'>) =>
  unescapeHtml(/<a href="([^"]*)">switch<\/a>/.exec(body)?.[1] ?? 'no switch');
const languageOf = ({ body }: Pick<Stop, 'body'>) => /<html lang="(..)"/.exec(body)?.[1];
const pageOf = ({ body }: Pick<Stop, 'body'>) => /data-page="([^"]*)"/.exec(body)?.[1];
const referenceOf = ({ body }: Pick<Stop, 'body'>) => /<code>([^<]*)<\/code>/.exec(body)?.[1];

/** Opens the page in the other language, and again in the first. `both` lists texts that both must contain. */
async function readInBoth(browser: Browser, page: Stop, name: string, both: string[] = []) {
  expect([pageOf(page), languageOf(page)]).toEqual([name, 'uk']);
  const english = await browser.go(switchIn(page));
  expect([pageOf(english), languageOf(english)]).toEqual([name, 'en']);
  for (const text of both)
    for (const { body } of [page, english]) expect(withWholeAddresses(body)).toContain(text);
  const back = await browser.go(switchIn(english));
  expect([pageOf(back), languageOf(back)]).toEqual([name, 'uk']);
  return { english, back };
}

describeOnDatabases('the language switch', (kind) => {
  let arena: Arena;
  beforeAll(async () => {
    arena = await makeArena(kind);
    await addGuests(arena.db);
    await addDevices(arena.db);
  });
  beforeEach(async () => {
    arena.clock.now = Date.now();
    await arena.db.deleteFrom('rate_limits').execute();
  });
  afterAll(() => arena.close());

  test.each<[string, Fields]>([
    ['by itself', {}],
    ['with a language of its own', { ui_locales: 'uk' }],
  ])(
    'the no-access page of a request %s: the application still gets the error',
    async (_what, changes) => {
      const browser = await arena.signedIn();
      const page = await browser.go(attemptOf(office, changes).address);
      const { english } = await readInBoth(browser, page, 'no-access');
      expect(page.body).toContain('office укр');
      expect(english.body).toContain('office eng');
      expect(english.status).toBe(403);
      const continueHref = /<a href="([^"]*)">on<\/a>/.exec(english.body)?.[1] ?? '';
      expect(ended(await browser.go(continueHref))).toBe('error access_denied');
    },
  );

  test('the no-method page: another browser gets 410 and does not change it', async () => {
    const id = crypto.randomUUID();
    const callback = 'https://diia-only.example/callback';
    const protocol = {
      metadata: { redirect_uris: [callback] },
      secret: portal.secret,
      signInMethods: ['diia'],
    };
    await addOidcApplication(arena.db, { id, name: 'diia-only', protocol });
    const browser = createBrowser(arena.server);
    const page = await browser.go(attemptOf({ id, callback, secret: portal.secret }).address);
    await readInBoth(browser, page, 'no-method');
    const stranger = createBrowser(arena.server);
    expect((await stranger.go(switchIn(page))).status).toBe(410);
    expect(languageOf(await browser.go(new URL(page.url).pathname))).toBe('uk');
  });

  test('a rejected request keeps its reference and details, and the link has no secret', async () => {
    const browser = createBrowser(arena.server);
    const { address } = attemptOf(portal, {
      redirect_uri: 'https://wrong.example/callback?code=hush-secret',
      state: 'hush-state',
      ui_locales: 'uk',
    });
    const page = await browser.go(address);
    expect(page.status).toBe(400);
    expect(page.body).not.toContain('hush');
    const { english, back } = await readInBoth(browser, page, 'request-refused', [
      'https://<mark>wrong.example/',
      'invalid_redirect_uri: не та адреса.',
    ]);
    expect(english.status).toBe(200);
    for (const one of [english, back]) expect(referenceOf(one)).toBe(referenceOf(page));
    expect(unescapeHtml(english.url)).not.toContain('hush');
  });

  test.each<[string, string]>([
    ['a request that is over', '/oidc/auth/nothing'],
    ['a question that is over', '/oidc/consent/nothing'],
    ['a page of no access that is over', '/oidc/no-access/nothing'],
    [
      'a sign-out that is refused',
      `/oidc/logout?client_id=${portal.id}&post_logout_redirect_uri=https://evil.example/`,
    ],
    ['an unknown application', '/oidc/auth?client_id=unknown&response_type=code&ui_locales=uk'],
  ])('%s', async (_what, address) => {
    const browser = createBrowser(arena.server);
    await readInBoth(browser, await browser.go(address), 'request-refused');
  });

  test('a rejected request that is too long for an address', async () => {
    const browser = createBrowser(arena.server);
    const { fields } = attemptOf(portal, {
      redirect_uri: 'https://wrong.example/',
      nonce: 'n'.repeat(5000),
    });
    const page = await browser.go('/oidc/auth', post(fields));
    expect(page.url).toContain('?aside=');
    await readInBoth(browser, page, 'request-refused', ['https://<mark>wrong.example/']);
  });

  test('an expired request at the portal', async () => {
    const browser = await arena.signedIn();
    const page = await browser.go(`/api/app-redirect?appId=${portal.id}&request=over`);
    const continueHref = `href="/api/app-redirect?appId=${portal.id}">on`;
    await readInBoth(browser, page, 'request-over', [continueHref]);
  });

  test('the sign-out confirmation keeps the redirect that the application requested', async () => {
    const { browser } = await arena.withTokens(portal);
    const query = new URLSearchParams({
      client_id: portal.id,
      post_logout_redirect_uri: 'https://portal.example/',
      state: 'after & more',
      ui_locales: 'uk',
    });
    const page = await browser.go(`/oidc/logout?${query}`);
    const { english } = await readInBoth(browser, page, 'sign-out');
    expect(english.body).toContain('portal eng');
    const end = await browser.go('/oidc/logout/confirm', post({ proof: proofIn(english) }));
    expect(end.location).toBe(
      `https://portal.example/?${new URLSearchParams({ state: 'after & more' })}`,
    );
  });

  test('the sign-out confirmation without an application leads to the start page', async () => {
    const browser = await arena.signedIn();
    const { english } = await readInBoth(browser, await browser.go('/oidc/logout'), 'sign-out');
    const end = await browser.go('/oidc/logout/confirm', post({ proof: proofIn(english) }));
    expect(new URL(end.url).pathname).toBe('/en/');
  });

  test('the signed-out page lists in both languages the applications that were not notified', async () => {
    const { browser } = await arena.withTokens(portal);
    await browser.go(attemptOf(archive).address);
    const query = new URLSearchParams({
      client_id: portal.id,
      post_logout_redirect_uri: 'https://portal.example/',
      state: 'after',
    });
    const question = await browser.go(`/oidc/logout?${query}`);
    const page = await browser.go('/oidc/logout/confirm', post({ proof: proofIn(question) }));
    const continueHref = 'href="https://portal.example/?state=after">on';
    const { english } = await readInBoth(browser, page, 'signed-out', [continueHref]);
    expect(page.body).toContain('<i>archive укр</i>');
    expect(english.body).toContain('<i>archive eng</i>');
  });

  test('the consent page', async () => {
    const browser = await arena.signedIn();
    const page = await browser.go(attemptOf(guest, { ui_locales: 'uk' }).address);
    await readInBoth(browser, page, 'consent', ['guest.example']);
  });

  test('device pages: a language switch counts no attempt', async () => {
    const browser = await arena.signedIn();
    const deviceUser = createDeviceUser(browser);
    await readInBoth(browser, await browser.go('/device'), 'device');
    await arena.db.deleteFrom('rate_limits').execute();
    const counted = async () =>
      (await arena.db.selectFrom('rate_limits').select('attempts').execute()).length;
    const wrong = await deviceUser.type('BBBB-BBBB');
    expect(wrong.status).toBe(404);
    const before = await counted();
    const { english } = await readInBoth(browser, wrong, 'device-again', ['value="BBBB-BBBB"']);
    expect(await counted()).toBe(before);
    const asked = await createDevice(arena).ask();
    const right = await browser.go('/device/code', post({ user_code: asked.user_code }));
    expect(english.body).toContain('href="/device/code">on');
    await readInBoth(browser, right, 'device-confirm', [asked.user_code]);
    const done = await deviceUser.answer(right.body, 'confirm');
    await readInBoth(browser, done, 'device-done');
  });

  test('a rejected form, at an address with and without a language', async () => {
    for (const address of ['/oidc/logout/confirm', '/uk/nowhere?appId=x']) {
      const browser = await arena.signedIn();
      const page = await browser.go(address, post({ proof: 'wrong' }));
      expect([400, 404]).toContain(page.status);
      const { english } = await readInBoth(browser, page, 'trouble');
      expect(referenceOf(english)).toBe(referenceOf(page));
    }
  });

  test('an API address that is opened in a browser', async () => {
    const browser = createBrowser(arena.server);
    const page = await browser.go('/user', { headers: html });
    expect(page.status).toBe(401);
    await readInBoth(browser, page, 'trouble');
  });

  test('an expired, damaged or invented notice redirects to the start page', async () => {
    const browser = createBrowser(arena.server);
    const page = await browser.go('/oidc/auth/nothing');
    const link = switchIn(page);
    const bent = link.slice(0, -8) + (link.at(-8) === 'A' ? 'B' : 'A') + link.slice(-7);
    for (const address of [
      bent,
      '/en/notice',
      '/en/notice?content=x',
      '/en/notice?content=a&content=b',
    ])
      expect(new URL((await browser.go(address)).url).pathname, address).toBe('/en/');
    arena.clock.now += 3_599_000;
    expect(pageOf(await browser.go(link))).toBe('request-refused');
    arena.clock.now += 2_000;
    expect(new URL((await browser.go(link)).url).pathname).toBe('/en/');
  });
});

test('the Google callback page keeps the response in its form, and no link contains it', async () => {
  const world = await makeGoogleWorld('sqlite');
  try {
    const browser = createBrowser(world.server);
    const page = await browser.go('/google-auth?code=4%2F0A&state=a.b&iss=https%3A%2F%2Fg.example');
    for (const link of page.body.match(/href="[^"]*"/g) ?? [])
      expect(link).not.toMatch(/(?:2F|\/)0A|a\.b|g\.example/);
    const english = await browser.go(switchIn(page));
    expect([languageOf(page), languageOf(english)]).toEqual(['uk', 'en']);
    for (const value of ['4/0A', 'a.b', 'https://g.example'])
      expect(english.body).toContain(`value="${value}"`);
    expect(languageOf(await browser.go(switchIn(english)))).toBe('uk');
    for (const made of ['/en/google-auth', '/en/google-auth?answer=x'])
      expect(new URL((await browser.go(made)).url).pathname).toBe('/en/');
  } finally {
    await world.close();
  }
});
