// Open redirects and stolen requests around a login (CWE-601, CWE-384, CWE-352). A request of an attacker must not continue in
// the browser of a victim. No parameter of a later step changes the address.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCasApplications, archive, timetable } from '../../support/cas/applications.ts';
import { ask } from '../../support/cas/client.ts';
import {
  type CasSteps,
  createCasSteps,
  loginAddress,
  pageIn,
  ticketIn,
  withTicket,
} from '../../support/cas/steps.ts';
import { addUser, makeWorld, type World } from '../../support/world.ts';

const { service } = timetable;
const evil = 'https://evil.example/';

describe('redirects of a login', () => {
  let world: World;
  let steps: CasSteps;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    await addCasApplications(world.db);
    await addUser(world.db, { username: 'mallory' }, world.passwordHash);
    steps = createCasSteps(world);
  });
  beforeEach(() => {
    world.clock.now += 60_000;
  });
  afterAll(() => world.close());

  /** Begins a request in a browser, and signs in there. */
  async function suspended(username?: string) {
    const browser = steps.stranger();
    const page = await browser.go(loginAddress());
    await steps.signIn(browser, username === undefined ? {} : { username });
    const query = new URL(page.url).searchParams;
    return { browser, id: query.get('request') ?? '', appId: query.get('appId') ?? '' };
  }

  test.each([
    `service=${evil}`,
    `service=${archive.service}`,
    `url=${evil}`,
    `TARGET=${evil}`,
    'method=POST',
    'gateway=true',
    'renew=true',
  ])('%s does not change a suspended request', async (more) => {
    for (const pathOf of [
      (id: string, appId: string) => `/cas/login/${id}?appId=${appId}&${more}`,
      (id: string, appId: string) => `/api/app-redirect?appId=${appId}&request=${id}&${more}`,
    ]) {
      const { browser, id, appId } = await suspended();
      expect((await browser.go(pathOf(id, appId))).location).toMatch(withTicket);
    }
  });

  test('another application cannot be named for a suspended request', async () => {
    const { browser, id } = await suspended();
    const stop = await browser.go(`/api/app-redirect?appId=${archive.id}&request=${id}`);
    expect(stop.location ?? '').not.toContain('archive.example');
    const direct = await (await suspended()).browser.go(`/cas/login/${id}?appId=${archive.id}`);
    expect(direct.location).toBeUndefined();
  });

  test('a request that an attacker began does not continue in the browser of a victim', async () => {
    const { id, appId } = await suspended('mallory');
    for (const victim of [await steps.signedIn(), (await suspended()).browser]) {
      const before = await steps.rows();
      for (const address of [
        `/cas/login/${id}?appId=${appId}`,
        `/api/app-redirect?appId=${appId}&request=${id}`,
      ]) {
        const page = await victim.go(address);
        expect([page.status, page.location, pageIn(page.body)]).toEqual([
          410,
          undefined,
          'request-over',
        ]);
      }
      expect((await steps.rows()).tickets).toBe(before.tickets);
    }
  });

  test('the portal never adds a ticket that the application did not ask for', async () => {
    const browser = await steps.signedIn();
    const before = await steps.rows();
    const stop = await browser.go(
      `/api/app-redirect?appId=${timetable.id}&state=x&service=${evil}`,
    );
    expect(stop.location).toBe(service);
    expect((await steps.rows()).tickets).toBe(before.tickets);
  });

  test.each(['no-cors', 'navigate'])(
    'a request by another site (%s) gets at most a redirect to the service',
    async (mode) => {
      const browser = await steps.signedIn();
      const headers = {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': mode,
        origin: evil.slice(0, -1),
      };
      const answer = await browser.request(loginAddress(), { headers });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      if (answer.statusCode === 302) expect(answer.headers.location).toMatch(withTicket);
      else expect(answer.statusCode).toBe(403);
    },
  );

  test('a foreign Host or X-Forwarded-Host changes no redirect', async () => {
    const browser = steps.stranger();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const answer = await browser.request(loginAddress(), { headers });
    expect(`${answer.headers.location}`).not.toContain('evil');
    const { browser: mine, id, appId } = await suspended();
    const launched = await mine.request(`/api/app-redirect?appId=${appId}&request=${id}`, {
      headers,
    });
    expect(launched.headers.location).toBe(`http://localhost:3000/cas/login/${id}?appId=${appId}`);
  });

  test('a ticket stands in no log line, and neither does the id of a request', async () => {
    const { browser, id, appId } = await suspended();
    const stop = await browser.go(`/cas/login/${id}?appId=${appId}`);
    const ticket = ticketIn(stop.location);
    await ask(world, 'serviceValidate', { service, ticket });
    const lines = world.lines.join('');
    expect(lines).toContain('/cas/login');
    expect(lines).not.toContain(ticket);
    expect(lines).not.toContain(id);
  });
});
