import { unescapeHtml } from '@brama/contract/escape-html';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { addCasApplication, timetable } from '../../../../test/support/cas/applications.ts';
import { ask, ticketFor } from '../../../../test/support/cas/client.ts';
import { hostile } from '../../../../test/support/cas/services.ts';
import { addUser, makeWorld, ours, type World } from '../../../../test/support/world.ts';

type Browser = ReturnType<typeof createBrowser>;

describe('the logout address of CAS', () => {
  let world: World;
  let browser: Browser;

  beforeAll(async () => {
    world = await makeWorld('sqlite');
    await addCasApplication(world.db, {
      id: timetable.id,
      name: 'timetable',
      protocol: { services: [timetable.service], singleLogout: false },
    });
    await addUser(world.db, { username: 'taras' }, world.passwordHash);
  });
  beforeEach(async () => {
    // applications are read again after a miss, at most once a second
    world.clock.now += 1_000;
    browser = createBrowser(world.server);
    browser.take(await world.signIn());
  });
  afterAll(() => world.close());

  const addressWith = (query: Record<string, string>) =>
    `/cas/logout?${new URLSearchParams(query)}`;
  const withService = (service = timetable.service) => addressWith({ service });

  const isSignedIn = async (one = browser) => (await one.request('/user')).statusCode === 200;

  const proofOf = (body: string) => /name="proof" value="([^"]+)"/.exec(body)?.[1] ?? '';

  const confirm = (proof: string, one = browser, headers: Record<string, string> = ours) =>
    one.go('/cas/logout/confirm', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${new URLSearchParams({ proof })}`,
    });

  const askedBy = async (address: string) => proofOf((await browser.go(address)).body);

  test('asks the user, ends the session and returns to the registered service', async () => {
    const page = await browser.go(withService(`${timetable.service}bye?a=1&b=%2F`));
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(page.body).toContain('data-page="sign-out"');
    expect(page.body).toContain('<p>Сервіс «timetable укр» просить.</p>');
    expect(await isSignedIn()).toBe(true);
    const answer = await confirm(proofOf(page.body));
    expect([answer.status, answer.location]).toEqual([303, `${timetable.service}bye?a=1&b=%2F`]);
    expect(await isSignedIn()).toBe(false);
  });

  test('without a service the page says that the user has signed out', async () => {
    const answer = await confirm(await askedBy('/cas/logout'));
    expect(answer.url).toMatch(/\/uk\/\?signed-out$/);
    expect(await isSignedIn()).toBe(false);
  });

  test('without a session the browser returns at once', async () => {
    const stranger = createBrowser(world.server);
    const back = await stranger.go(withService());
    expect([back.status, back.location]).toEqual([303, timetable.service]);
    expect((await stranger.go('/cas/logout')).url).toMatch(/\/uk\/\?signed-out$/);
  });

  // CWE-601
  describe.each(['service', 'url', 'Service'])('a foreign address as %s', (parameter) => {
    const addresses = parameter === 'service' ? hostile : [timetable.service, 'https://evil/'];

    test.each(addresses)('%j is ignored without a session', async (address) => {
      const stranger = createBrowser(world.server);
      const answer = await stranger.go(addressWith({ [parameter]: address }));
      expect([answer.status, answer.location]).toEqual([200, undefined]);
      expect(answer.url).toMatch(/\/uk\/\?signed-out$/);
    });

    test('is ignored after the question, and not in its page', async () => {
      for (const address of addresses.slice(0, 4)) {
        const asked = await browser.request(addressWith({ [parameter]: address }));
        expect(asked.headers['content-security-policy']).toContain("form-action 'self';");
        expect(asked.body).toContain('<p>Ви вийдете.</p>');
        expect(asked.body).not.toContain('evil');
      }
      const answer = await confirm(await askedBy(addressWith({ [parameter]: 'https://evil/' })));
      expect(answer.url).toMatch(/\/uk\/\?signed-out$/);
    });
  });

  test('a repeated service is ignored', async () => {
    const stranger = createBrowser(world.server);
    const { location, url } = await stranger.go(`${withService()}&service=https://evil/`);
    expect(location).toBeUndefined();
    expect(url).toMatch(/\/uk\/\?signed-out$/);
  });

  test('no foreign page can sign the user out', async () => {
    await browser.request(withService());
    expect((await browser.request(withService(), { method: 'HEAD' })).statusCode).toBe(404);
    const proof = await askedBy(withService());
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://campus.example' },
      {},
    ] as Record<string, string>[])
      expect((await confirm(proof, browser, headers)).status).toBe(403);
    for (const forged of ['', 'x', `${proof}x`, `v1.${proof.slice(3, -2)}AA`])
      expect((await confirm(forged)).status).toBe(400);
    expect(await isSignedIn()).toBe(true);
  });

  test('the form-action policy allows only the service', async () => {
    const { headers } = await browser.request(withService());
    expect(headers['content-security-policy']).toContain(
      "form-action 'self' https://campus.example;",
    );
    expect(headers['cache-control']).toBe('private, no-store');
    // a form of a page with `no-referrer` would have no origin
    expect(headers['referrer-policy']).toBe('same-origin');
  });

  test('two tabs with the question: one signs out, the other still returns', async () => {
    const [first, second] = [await askedBy(withService()), await askedBy(withService())];
    expect((await confirm(first)).location).toBe(timetable.service);
    expect(await isSignedIn()).toBe(false);
    expect((await confirm(second)).location).toBe(timetable.service);
  });

  test('after a change of user the page asks again', async () => {
    const proof = await askedBy(withService());
    browser.take(await world.signIn('taras', world.server, browser.cookies()));
    const asked = await confirm(proof);
    expect([asked.status, asked.location]).toEqual([200, undefined]);
    expect(asked.body).toContain('timetable укр');
    expect(await isSignedIn()).toBe(true);
    expect((await confirm(proofOf(asked.body))).location).toBe(timetable.service);
    expect(await isSignedIn()).toBe(false);
  });

  test('a service that is removed after the question gets no user', async () => {
    const id = crypto.randomUUID();
    const service = 'https://removed.example/';
    await addCasApplication(world.db, { id, name: 'removed', protocol: { services: [service] } });
    const proof = await askedBy(withService(service));
    await world.db.deleteFrom('applications').where('id', '=', id).execute();
    world.clock.now += 10_000;
    const answer = await confirm(proof);
    expect([answer.location, await isSignedIn()]).toEqual([undefined, false]);
    expect(answer.url).toMatch(/\/uk\/\?signed-out$/);
  });

  test('the language switch leads to the same question', async () => {
    const { body } = await browser.go(withService());
    const other = unescapeHtml(/<a href="([^"]*)">switch<\/a>/.exec(body)?.[1] ?? '');
    expect(other).toMatch(/^\/en\/cas\/logout\?service=/);
    const english = await browser.go(other);
    expect(english.body).toContain('timetable eng');
    expect((await confirm(proofOf(english.body))).location).toBe(timetable.service);
  });

  test('names the applications that were not notified, except the one that asks', async () => {
    const id = crypto.randomUUID();
    const service = 'https://deaf.example/';
    const protocol = { services: [service], singleLogout: false };
    await addCasApplication(world.db, { id, name: 'deaf', protocol });
    world.clock.now += 1_000;
    for (const one of [service, timetable.service]) {
      const ticket = await ticketFor(world, browser.cookies(), one);
      await ask(world, 'serviceValidate', { service: one, ticket });
    }
    const answer = await confirm(await askedBy(withService()));
    expect([answer.status, answer.location]).toEqual([200, undefined]);
    expect(answer.body).toContain('data-page="signed-out"');
    expect(answer.body).toContain('<i>deaf укр</i>');
    expect(answer.body).toContain(`href="${timetable.service}"`);
  });
});
