// The parameters of a login: `renew`, `warn`, `gateway`, `method`; and levels and limits, which change its answer.

import { unescapeHtml } from '@brama/contract/escape-html';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addCasApplication,
  addCasApplications,
  archive,
  timetable,
} from '../../../../test/support/cas/applications.ts';
import { ask } from '../../../../test/support/cas/client.ts';
import {
  type CasSteps,
  createCasSteps,
  loginAddress,
  methodsIn,
  pageIn,
  ticketIn,
  withTicket,
} from '../../../../test/support/cas/steps.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { makeDiiaWorld } from '../../../../test/support/diia/world.ts';
import { createSecondFactorSteps } from '../../../../test/support/second-factor/steps.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';

const { service } = timetable;

describeOnDatabases('parameters of a login', (kind) => {
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

  /** Validates the ticket for an application that requires a new sign-in. */
  const validate = (ticket: string) =>
    ask(world, 'p3/serviceValidate', { service, ticket, renew: 'true' });

  describe.each(['renew', 'warn'])('%s', (flag) => {
    test.each(['true', '1', 'yes', 'TRUE'])('=%s: the user signs in again', async (value) => {
      const browser = await steps.signedIn();
      const page = await browser.go(loginAddress({ service, [flag]: value }));
      expect([page.location, new URL(page.url).pathname]).toEqual([undefined, '/uk/']);
      expect(page.body).toContain('timetable укр');
      // the same moment is not later
      const early = await steps.signInAt(browser, page);
      expect([early.location, new URL(early.url).pathname]).toEqual([undefined, '/uk/']);
      world.clock.now += 1;
      const stop = await steps.signInAt(browser, page);
      expect(stop.location).toMatch(withTicket);
      const { user, attributes } = await validate(ticketIn(stop.location));
      expect(user).toBe('O.Shevchenko');
      expect(attributes).toContain('isFromNewLogin=true');
    });

    test.each(['', 'false'])('=%s is switched off', async (value) => {
      const stop = await (await steps.signedIn()).go(loginAddress({ service, [flag]: value }));
      expect(stop.location).toMatch(withTicket);
    });

    test('sent twice counts too', async () => {
      const fields: [string, string][] = [
        ['service', service],
        [flag, 'false'],
        [flag, 'true'],
      ];
      expect((await (await steps.signedIn()).go(loginAddress(fields))).location).toBeUndefined();
    });

    test('an earlier sign-in at the page of another request does not count', async () => {
      const browser = steps.stranger();
      const first = await browser.go(loginAddress());
      expect((await steps.signInAt(browser, first)).location).toMatch(withTicket);
      world.clock.now += 1000;
      const second = await browser.go(loginAddress({ service, [flag]: 'true' }));
      expect((await steps.goOn(browser, second)).location).toBeUndefined();
      const id = new URL(second.url).searchParams.get('request');
      expect((await browser.go(`/cas/login/${id}`)).location).toBeUndefined();
    });
  });

  test('a ticket of an existing session is refused where renew is required', async () => {
    const stop = await (await steps.signedIn()).go(loginAddress());
    expect((await validate(ticketIn(stop.location))).code).toBe('INVALID_TICKET');
  });

  test('a sign-in for the request is new, also without renew', async () => {
    const browser = steps.stranger();
    const page = await browser.go(loginAddress());
    world.clock.now += 1000;
    const stop = await steps.signInAt(browser, page);
    expect((await validate(ticketIn(stop.location))).user).toBe('O.Shevchenko');
  });

  test('a sign-in in another tab, before the request, is not new', async () => {
    const browser = steps.stranger();
    const page = await browser.go(loginAddress());
    await steps.signIn(browser);
    const stop = await steps.goOn(browser, page);
    expect((await validate(ticketIn(stop.location))).code).toBe('INVALID_TICKET');
  });

  describe('gateway', () => {
    test('with a session the browser gets a ticket', async () => {
      const stop = await (await steps.signedIn()).go(loginAddress({ service, gateway: 'true' }));
      expect(stop.location).toMatch(withTicket);
    });

    test('without one it returns without a ticket, and nothing is stored', async () => {
      const asked = `${service}?a=b&c=%D1%84`;
      const before = await steps.rows();
      for (const browser of [steps.stranger(), steps.stranger()]) {
        const answer = await browser.request(loginAddress({ service: asked, gateway: 'true' }));
        expect([answer.statusCode, answer.headers.location]).toEqual([302, asked]);
        expect(answer.headers['cache-control']).toBe('no-store');
        expect([answer.cookies, browser.cookies()]).toEqual([[], '']);
      }
      expect(await steps.rows()).toEqual(before);
    });

    test.each(['renew', 'warn'])('with %s the user is asked', async (flag) => {
      for (const browser of [await steps.signedIn(), steps.stranger()]) {
        const page = await browser.go(loginAddress({ service, gateway: 'true', [flag]: 'true' }));
        expect([page.status, page.location]).toEqual([200, undefined]);
        expect(new URL(page.url).pathname).toBe('/uk/');
      }
    });

    test.each(['', 'false'])('=%s is switched off', async (value) => {
      const page = await steps.stranger().go(loginAddress({ service, gateway: value }));
      expect(page.location).toBeUndefined();
    });

    test('a user without access returns without a ticket', async () => {
      const browser = await steps.signedIn();
      const stop = await browser.go(loginAddress({ service: archive.service, gateway: 'true' }));
      expect(stop.location).toBe(archive.service);
    });

    test('with a method that the application does not accept', async () => {
      const address = `https://only-${kind}.example/`;
      await addCasApplication(world.db, {
        id: crypto.randomUUID(),
        name: `only-${kind}`,
        protocol: { services: [address], signInMethods: ['passkey'] },
      });
      world.clock.now += 5000;
      const browser = await steps.signedIn();
      const stop = await browser.go(loginAddress({ service: address, gateway: 'true' }));
      expect(stop.location).toBe(address);
    });
  });

  describe('method=POST', () => {
    const formIn = (body: string) => ({
      action: unescapeHtml(/<form method="post" action="([^"]*)"/.exec(body)?.[1] ?? ''),
      fields: Object.fromEntries(
        [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
          ([, name = '', value = '']) => [name, unescapeHtml(value)],
        ),
      ),
    });

    test('a form brings the ticket to the service', async () => {
      const asked = `${service}?a="><b>&c='d'`;
      const href = new URL(asked).href;
      const browser = await steps.signedIn();
      const answer = await browser.request(loginAddress({ service: asked, method: 'POST' }));
      expect([answer.statusCode, answer.headers.location]).toEqual([200, undefined]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';script-src/);
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(answer.body).toContain('timetable укр');
      const { action, fields } = formIn(answer.body);
      expect([action, fields['service']]).toEqual([href, href]);
      expect(fields['ticket']).toMatch(/^ST-[A-Za-z0-9]{43}$/);
      const given = { service: asked, ticket: fields['ticket'] ?? '' };
      expect(await ask(world, 'serviceValidate', given)).toEqual({ user: 'O.Shevchenko' });
    });

    test('also after a sign-in', async () => {
      const browser = steps.stranger();
      const page = await browser.go(loginAddress({ service, method: 'POST' }));
      const stop = await steps.signInAt(browser, page);
      expect(stop.location).toBeUndefined();
      expect(formIn(stop.body).fields['ticket']).toMatch(/^ST-/);
    });

    test('gateway without a session redirects', async () => {
      const browser = steps.stranger();
      const stop = await browser.go(loginAddress({ service, method: 'POST', gateway: 'true' }));
      expect(stop.location).toBe(service);
    });

    test.each(['GET', 'HEADER', 'post', 'x', ''])('method=%s redirects', async (method) => {
      const stop = await (await steps.signedIn()).go(loginAddress({ service, method }));
      expect(stop.location).toMatch(withTicket);
    });
  });

  describe('the level that the application requires', () => {
    const address = `https://level-${kind}.example/`;
    beforeAll(async () => {
      await addCasApplication(world.db, {
        id: crypto.randomUUID(),
        name: `level-${kind}`,
        minimumLevel: 'urn:brama:acr:mfa',
        protocol: { services: [address] },
      });
      world.clock.now += 5000;
    });

    test('is reached with a second factor on the way', async () => {
      const factors = createSecondFactorSteps(world);
      const browser = await steps.signedIn();
      const codeAt = await factors.addApp(world.olena);
      const page = await browser.go(loginAddress({ service: address }));
      const { pathname, search } = new URL(page.url);
      expect([page.location, pathname]).toEqual([undefined, '/uk/second-factor']);
      const answer = await factors.send(browser, world.olena, codeAt(), { query: search });
      expect(answer.statusCode).toBeLessThan(400);
      const stop = await steps.goOn(browser, page);
      expect(stop.location).toMatch(/^https:\/\/level-[a-z]+\.example\/\?ticket=ST-/);
      // now the session has the level
      const again = await browser.go(loginAddress({ service: address, gateway: 'true' }));
      expect(ticketIn(again.location)).not.toBe('');
      await factors.totp.remove(world.db, world.olena);
    });

    test('gateway: without the level the browser returns without a ticket', async () => {
      const before = await steps.rows();
      const stop = await (await steps.signedIn()).go(
        loginAddress({ service: address, gateway: 'true' }),
      );
      expect(stop.location).toBe(address);
      const after = await steps.rows();
      expect([after.tickets, after.requests]).toEqual([before.tickets, before.requests]);
    });

    test('a user without a second factor gets an explanation and no ticket', async () => {
      const browser = await steps.signedIn();
      const page = await browser.go(loginAddress({ service: address }));
      expect([page.status, page.location, pageIn(page.body)]).toEqual([
        200,
        undefined,
        'level-needed',
      ]);
      const id = new URL(page.url).searchParams.get('request');
      expect((await browser.go(`/cas/login/${id}`)).location).toBeUndefined();
    });
  });
});

test('the level of Diia: the page offers Diia, and a sign-in with it gets a ticket', async () => {
  const world = await makeDiiaWorld('sqlite', { PASSKEYS: '0' });
  await addCasApplication(world.db, {
    id: timetable.id,
    name: 'timetable',
    minimumLevel: 'urn:brama:acr:2',
    protocol: { services: [service] },
  });
  const steps = createCasSteps(world);
  const browser = await steps.signedIn('taras');
  const page = await browser.go(loginAddress());
  expect([page.location, methodsIn(page.body)]).toEqual([undefined, 'diia']);
  browser.take((await world.signedIn()).session);
  expect((await steps.goOn(browser, page)).location).toMatch(withTicket);
  await world.close();
});

test('a network with too many requests gets a page', async () => {
  const world = await makeWorld('sqlite', { RATE_LIMIT_STARTS_PER_MINUTE: '4' });
  await addCasApplications(world.db);
  const steps = createCasSteps(world);
  const stops = await Promise.all(
    Array.from({ length: 12 }, () => steps.stranger().go(loginAddress())),
  );
  const refused = stops.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, location, retryAfter } of refused) {
    expect([body.startsWith('<!doctype html>'), location]).toEqual([true, undefined]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  // a login with a session, and one that asks nothing, start nothing
  const browser = await steps.signedIn();
  for (let count = 0; count < 10; count += 1) {
    expect((await browser.go(loginAddress())).location).toMatch(withTicket);
    const stop = await steps.stranger().go(loginAddress({ service, gateway: 'true' }));
    expect(stop.location).toBe(service);
  }
  await world.close();
});
