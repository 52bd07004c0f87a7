// `gateway` asks the user nothing, so any page can send it as often as it likes. It must store nothing that grows, reveal the
// session to the service only, and never lead in circles.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addCasApplications, archive, timetable } from '../../support/cas/applications.ts';
import {
  type CasSteps,
  createCasSteps,
  loginAddress,
  withTicket,
} from '../../support/cas/steps.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { makeWorld, ours, type World } from '../../support/world.ts';

const { service } = timetable;
const gateway = { service, gateway: 'true' };

describeOnDatabases('gateway', (kind) => {
  let world: World;
  let steps: CasSteps;
  beforeAll(async () => {
    world = await makeWorld(kind, { RATE_LIMIT_STARTS_PER_MINUTE: '4' });
    await addCasApplications(world.db);
    steps = createCasSteps(world);
  });
  beforeEach(() => {
    world.clock.now += 60_000;
  });
  afterAll(() => world.close());

  test('a client that asks again and again stores nothing and uses no limit', async () => {
    const browser = steps.stranger();
    const before = await steps.rows();
    for (let count = 0; count < 50; count += 1) {
      const answer = await browser.request(loginAddress(gateway));
      expect([answer.statusCode, answer.headers.location]).toEqual([302, service]);
    }
    expect(browser.cookies()).toBe('');
    expect(await steps.rows()).toEqual(before);
    // a user may still sign in
    expect((await browser.go(loginAddress())).status).toBe(200);
  });

  test('with a session the stored tickets have a bound', async () => {
    const browser = await steps.signedIn();
    for (let count = 0; count < 60; count += 1) {
      world.clock.now += 1;
      expect((await browser.go(loginAddress(gateway))).location).toMatch(withTicket);
    }
    expect((await steps.rows()).tickets).toBeLessThanOrEqual(50);
  });

  test('each answer leads to the service at once, never to a page of Brama', async () => {
    const browsers = {
      stranger: steps.stranger(),
      'signed in': await steps.signedIn(),
      'signed out': await steps.signedIn(),
    };
    await browsers['signed out'].request('/api/auth/logout', { method: 'POST', headers: ours });
    for (const browser of Object.values(browsers))
      for (const one of [service, archive.service]) {
        const answer = await browser.request(loginAddress({ service: one, gateway: 'true' }));
        expect(`${answer.headers.location}`.startsWith(one)).toBe(true);
      }
  });

  test('a false session cookie is no session', async () => {
    const browser = steps.stranger();
    browser.take('brama_session=false');
    const answer = await browser.request(loginAddress(gateway));
    expect(answer.headers.location).toBe(service);
  });

  test('without access the answer is the same as without a session', async () => {
    const address = loginAddress({ service: archive.service, gateway: 'true' });
    const [denied, unknown] = await Promise.all(
      [await steps.signedIn(), steps.stranger()].map((one) => one.request(address)),
    );
    const comparable = (answer: typeof denied) => {
      const { date: _, 'x-request-id': __, ...headers } = answer?.headers ?? {};
      return { status: answer?.statusCode, body: answer?.body, headers };
    };
    expect(comparable(denied)).toEqual(comparable(unknown));
  });
});
