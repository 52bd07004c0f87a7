// Logins with a session, after a sign-in, and of users without access; the other parameters are in `parameters.test.ts`.

import { unescapeHtml } from '@brama/contract/escape-html';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addCasApplication,
  addCasApplications,
  archive,
  changeCasApplication,
  timetable,
} from '../../../../test/support/cas/applications.ts';
import { ask } from '../../../../test/support/cas/client.ts';
import { accepted } from '../../../../test/support/cas/services.ts';
import {
  type Browser,
  type CasSteps,
  createCasSteps,
  loginAddress,
  methodsIn,
  pageIn,
  ticketIn,
  withTicket,
} from '../../../../test/support/cas/steps.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { apps, makeWorld, ours, type World } from '../../../../test/support/world.ts';

const { service } = timetable;

describeOnDatabases('login', (kind) => {
  let world: World;
  let steps: CasSteps;
  beforeAll(async () => {
    world = await makeWorld(kind);
    await addCasApplications(world.db);
    steps = createCasSteps(world);
  });
  beforeEach(() => {
    world.clock.now += 60_000;
  });
  afterAll(() => world.close());

  describe('with a session', () => {
    test('the browser gets a ticket at once', async () => {
      const answer = await (await steps.signedIn()).request(loginAddress());
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toMatch(withTicket);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
      expect(answer.cookies).toEqual([]);
      expect(answer.body).toBe('');
    });

    test.each(accepted)('%j is redirected to', async (given, href) => {
      const browser = await steps.signedIn();
      const answer = await browser.request(loginAddress({ service: given }));
      const location = `${answer.headers.location}`;
      expect(location.slice(0, href.length)).toBe(href);
      expect(location.slice(href.length)).toMatch(/^[?&]?ticket=ST-[A-Za-z0-9]{43}$/);
    });

    // clients remove the ticket from the address, and validate the rest
    test.each([
      ['reading?', ['reading', 'reading?']],
      ['reading', ['reading', 'reading?']],
      ['reading?a&', ['reading?a', 'reading?a&']],
      ['reading?a', ['reading?a', 'reading?a&']],
    ])('the ticket for %s is valid for %j', async (given, validated) => {
      const browser = await steps.signedIn();
      for (const one of validated) {
        const stop = await browser.go(loginAddress({ service: service + given }));
        const ticket = ticketIn(stop.location);
        expect(
          await ask(world, 'serviceValidate', { service: service + one, ticket }),
        ).toMatchObject({ user: 'O.Shevchenko' });
      }
    });

    test('an ampersand at the end of the path is another service', async () => {
      const browser = await steps.signedIn();
      const ticket = ticketIn(
        (await browser.go(loginAddress({ service: `${service}a&` }))).location,
      );
      expect(await ask(world, 'serviceValidate', { service: `${service}a`, ticket })).toMatchObject(
        { code: 'INVALID_SERVICE' },
      );
    });

    test('each login gets a ticket of its own', async () => {
      const browser = await steps.signedIn();
      const stops = await Promise.all([1, 2, 3].map(() => browser.go(loginAddress())));
      const tickets = stops.map(({ location }) => ticketIn(location));
      expect(new Set(tickets).size).toBe(3);
      for (const ticket of tickets)
        expect(await ask(world, 'serviceValidate', { service, ticket })).toMatchObject({
          user: 'O.Shevchenko',
        });
    });

    test('a slash at the end of the address changes nothing', async () => {
      const browser = await steps.signedIn();
      const { location } = await browser.go(loginAddress().replace('?', '/?'));
      expect(location).toMatch(withTicket);
    });

    test('names of parameters are case-sensitive', async () => {
      const browser = await steps.signedIn();
      const page = await browser.go(loginAddress({ Service: service, SERVICE: service }));
      expect([page.location, new URL(page.url).pathname]).toEqual([undefined, '/uk/apps']);
      const stop = await browser.go(
        loginAddress({ service, Renew: 'true', GATEWAY: 'true', Method: 'POST', foo: 'bar' }),
      );
      expect(stop.location).toMatch(withTicket);
    });

    test('HEAD issues nothing', async () => {
      const browser = await steps.signedIn();
      const before = await steps.rows();
      const answer = await browser.request(loginAddress(), { method: 'HEAD' });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers.location).toBeUndefined();
      expect(await steps.rows()).toEqual(before);
    });

    test('POST issues nothing', async () => {
      const browser = await steps.signedIn();
      const before = await steps.rows();
      const headers = { ...ours, 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await browser.request('/cas/login', {
        method: 'POST',
        payload: new URLSearchParams({ service, username: 'o.shevchenko' }).toString(),
        headers,
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined]);
      expect(await steps.rows()).toEqual(before);
    });
  });

  describe('without a service', () => {
    test.each(['', '/', '?gateway=true', '?renew=true', '?method=POST'])(
      '/cas/login%s',
      async (query) => {
        const visits = [await steps.signedIn(), steps.stranger()].map((one) =>
          one.request(`/cas/login${query}`),
        );
        const answers = await Promise.all(visits);
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([302, 302]);
        expect(answers.map(({ headers }) => headers.location)).toEqual(['/uk/apps', '/uk/']);
      },
    );

    test('in the language of the user', async () => {
      const browser = steps.stranger();
      browser.take('i18next=en');
      expect((await browser.request('/cas/login')).headers.location).toBe('/en/');
    });
  });

  describe('without a session', () => {
    test('the user signs in first', async () => {
      const browser = steps.stranger();
      const page = await browser.go(loginAddress());
      const { pathname, searchParams } = new URL(page.url);
      expect([page.status, pathname]).toEqual([200, '/uk/']);
      expect(page.body).toContain('timetable укр');
      expect([...searchParams.keys()]).toEqual(['appId', 'request']);
      expect((await steps.signInAt(browser, page)).location).toMatch(withTicket);
    });

    test('without JavaScript the address of the service survives the sign-in too', async () => {
      const browser = steps.stranger();
      const asked = `${service}a?b=c+d&e=%D1%84`;
      const page = await browser.go(loginAddress({ service: asked }));
      const { pathname, search } = new URL(page.url);
      const answer = await browser.go(pathname + search, {
        method: 'POST',
        headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'username=o.shevchenko&password=correct+horse+battery+staple',
      });
      const stop = answer.location === undefined ? await steps.goOn(browser, answer) : answer;
      expect(stop.location?.startsWith(`${asked}&ticket=ST-`)).toBe(true);
    });

    test('the sign-in page with a session that has ended', async () => {
      const browser = await steps.signedIn();
      const page = await browser.go(loginAddress({ service, renew: 'true' }));
      await browser.request('/api/auth/logout', { method: 'POST', headers: ours });
      const again = await steps.goOn(browser, page);
      world.clock.now += 1000;
      expect([again.location, new URL(again.url).pathname]).toEqual([undefined, '/uk/']);
      expect((await steps.signInAt(browser, again)).location).toMatch(withTicket);
    });

    test('on a shared computer the session ends with the browser', async () => {
      const browser = steps.stranger();
      const page = await browser.go(loginAddress());
      const entered = await steps.signIn(browser, { sharedComputer: true });
      const session = entered.cookies.find(({ name }) => name === 'brama_session');
      expect(session).toBeDefined();
      expect([session?.maxAge, session?.expires]).toEqual([undefined, undefined]);
      const ticket = ticketIn((await steps.goOn(browser, page)).location);
      const { attributes } = await ask(world, 'p3/serviceValidate', { service, ticket });
      expect(attributes).toContain('longTermAuthenticationRequestTokenUsed=false');
    });
  });

  describe('a suspended request', () => {
    async function suspended() {
      const browser = steps.stranger();
      const page = await browser.go(loginAddress());
      await steps.signIn(browser);
      const { searchParams } = new URL(page.url);
      const resume = `/cas/login/${searchParams.get('request')}?appId=${searchParams.get('appId')}`;
      return { browser, page, resume };
    }

    test('of two tabs one gets a ticket', { tags: 'race' }, async () => {
      const { browser, resume } = await suspended();
      const before = await steps.rows();
      const stops = await Promise.all(Array.from({ length: 8 }, () => browser.go(resume)));
      const [first, ...others] = stops.filter(({ location }) => location !== undefined);
      expect(first?.location).toMatch(withTicket);
      expect(others).toEqual([]);
      const over = stops.filter(({ location }) => location === undefined);
      expect(new Set(over.map(({ status, body }) => `${status} ${pageIn(body)}`))).toEqual(
        new Set(['410 request-over']),
      );
      expect((await steps.rows()).tickets).toBe(before.tickets + 1);
    });

    test('two requests of one browser get a ticket each', async () => {
      const browser = steps.stranger();
      const pages = [await browser.go(loginAddress()), await browser.go(loginAddress())];
      await steps.signIn(browser);
      for (const page of pages)
        expect((await steps.goOn(browser, page)).location).toMatch(withTicket);
    });

    test('is of no use in another browser', async () => {
      const { resume } = await suspended();
      const other = await steps.signedIn();
      const page = await other.go(resume);
      expect([page.status, page.location, pageIn(page.body)]).toEqual([
        410,
        undefined,
        'request-over',
      ]);
    });

    test('expires', async () => {
      const { browser, resume } = await suspended();
      world.clock.now += 3600_000;
      browser.take(await world.signIn());
      expect((await browser.go(resume)).status).toBe(410);
    });

    test('whose session has ended asks for a sign-in again', async () => {
      const { browser, page, resume } = await suspended();
      await browser.request('/api/auth/logout', { method: 'POST', headers: ours });
      const again = await browser.go(resume);
      const { pathname, search } = new URL(again.url);
      expect([pathname, search]).toEqual(['/uk/', new URL(page.url).search]);
      expect((await steps.signInAt(browser, again)).location).toMatch(withTicket);
    });

    test.each(['x', 'x'.repeat(99), 'x'.repeat(101), '%00', '..', '%2e%2e', 'constructor'])(
      'with the id %s is unknown',
      async (id) => {
        const stop = await (await steps.signedIn()).go(`/cas/login/${id}`);
        expect(stop.location).toBeUndefined();
        expect([400, 404, 410]).toContain(stop.status);
      },
    );

    test('ends if the service was removed meanwhile', async () => {
      const id = crypto.randomUUID();
      const address = 'https://moved.example/';
      const record = { id, name: `moved-${kind}`, protocol: { services: [address] } };
      await addCasApplication(world.db, record);
      world.clock.now += 5000;
      const browser = steps.stranger();
      const page = await browser.go(loginAddress({ service: address }));
      expect(page.status).toBe(200);
      await changeCasApplication(world.db, {
        ...record,
        protocol: { services: ['https://moved.example/new/'] },
      });
      const before = await steps.rows();
      const stop = await steps.signInAt(browser, page);
      expect([stop.status, stop.location, pageIn(stop.body)]).toEqual([
        400,
        undefined,
        'request-refused',
      ]);
      expect((await steps.rows()).tickets).toBe(before.tickets);
    });
  });

  describe('a user without access', () => {
    const expectDenied = (page: Awaited<ReturnType<Browser['go']>>) => {
      expect([page.status, page.location, pageIn(page.body)]).toEqual([
        403,
        undefined,
        'no-access',
      ]);
      // the application would send the browser back to this page at once
      expect(page.body).toContain('href=""');
      expect(unescapeHtml(page.body)).not.toContain(archive.service);
    };

    test('gets no ticket', async () => {
      const browser = await steps.signedIn();
      const before = await steps.rows();
      expectDenied(await browser.go(loginAddress({ service: archive.service })));
      expect(await steps.rows()).toEqual(before);
    });

    test('gets none after a sign-in either', async () => {
      const browser = steps.stranger();
      const page = await browser.go(loginAddress({ service: archive.service }));
      const before = await steps.rows();
      expectDenied(await steps.signInAt(browser, page));
      expect((await steps.rows()).tickets).toBe(before.tickets);
    });

    test('gets none after a new sign-in', async () => {
      const browser = await steps.signedIn();
      const page = await browser.go(loginAddress({ service: archive.service, renew: 'true' }));
      world.clock.now += 1000;
      expectDenied(await steps.signInAt(browser, page));
    });
  });

  test('no accepted method is on: a page explains it', async () => {
    const address = `https://diia-${kind}.example/`;
    await addCasApplication(world.db, {
      id: crypto.randomUUID(),
      name: `diia-${kind}`,
      protocol: { services: [address], signInMethods: ['diia'] },
    });
    world.clock.now += 5000;
    const before = await steps.rows();
    for (const browser of [await steps.signedIn(), steps.stranger()]) {
      const page = await browser.go(loginAddress({ service: address }));
      expect([page.status, page.location, pageIn(page.body)]).toEqual([
        403,
        undefined,
        'no-method',
      ]);
      expect(page.body).toContain('href=""');
    }
    const after = await steps.rows();
    expect([after.tickets, after.requests]).toEqual([before.tickets, before.requests]);
  });

  test('the page offers the methods that the application accepts', async () => {
    const address = `https://passkey-${kind}.example/`;
    await addCasApplication(world.db, {
      id: crypto.randomUUID(),
      name: `passkey-${kind}`,
      protocol: { services: [address], signInMethods: ['passkey', 'diia'] },
    });
    world.clock.now += 5000;
    const browser = await steps.signedIn();
    const page = await browser.go(loginAddress({ service: address }));
    expect([page.location, methodsIn(page.body)]).toEqual([undefined, 'passkey']);
    const again = await steps.signInAt(browser, page);
    expect([again.location, methodsIn(again.body)]).toEqual([undefined, 'passkey']);
  });

  test('other applications are no services', async () => {
    const browser = await steps.signedIn();
    for (const address of [
      'https://campus.example/callback?from=brama',
      'https://library.example/',
    ])
      expect((await browser.go(loginAddress({ service: address }))).status).toBe(400);
    const stop = await browser.go(`/api/app-redirect?appId=${apps.library.id}`);
    expect(stop.location).toBe('https://library.example/');
  });

  test.each(['/cas', '/cas/x', '/cas/', '/cas/login/a/b', '/cas/Login', '/cas/p3/x'])(
    '%s is answered without a page',
    async (path) => {
      const answer = await (await steps.signedIn()).request(`${path}?service=${service}`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).not.toContain('<');
    },
  );
});
