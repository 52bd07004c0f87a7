import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser, type Stop } from '../../../../test/support/browser.ts';
import {
  addCasApplications,
  archive,
  timetable,
} from '../../../../test/support/cas/applications.ts';
import { accepted, hostile } from '../../../../test/support/cas/services.ts';
import { databaseKinds } from '../../../../test/support/databases.ts';
import { makeWorld, password, type World } from '../../../../test/support/world.ts';

const { service } = timetable;
const withTicket = /^https:\/\/campus\.example\/app\/\?ticket=ST-[A-Za-z0-9]{43}$/;

const loginAt = (fields: Record<string, string> | [string, string][] = { service }) =>
  `/cas/login?${new URLSearchParams(fields)}`;
const shown = (body: string) => /data-page="([^"]*)"/.exec(body)?.[1];

/** Returns the parts of the page of a refused request. */
function refusalIn({ body, status }: Pick<Stop, 'body' | 'status'>) {
  return { status, page: shown(body) };
}

describe.each(databaseKinds)('login on %s', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
    await addCasApplications(world.db);
  });
  beforeEach(() => {
    world.clock.now += 60_000;
  });
  afterAll(() => world.close());

  const stranger = () => createBrowser(world.server);
  async function signedIn(username?: string) {
    const browser = stranger();
    browser.take(await world.signIn(username));
    return browser;
  }
  type Browser = ReturnType<typeof stranger>;

  /** Signs in with the password at the page of a suspended request, and launches its application. */
  async function signInAt(browser: Browser, page: Stop, username = 'o.shevchenko') {
    const { search } = new URL(page.url);
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const send = (url: string, payload: object) =>
      browser.request(url, { method: 'POST', headers, payload });
    const proved = await send('/api/auth', { username, password });
    expect((await send('/api/auth/internal', proved.json())).statusCode).toBe(200);
    return browser.go(`/api/app-redirect${search}`);
  }
  const rows = async () => ({
    tickets: (await world.db.selectFrom('cas_tickets').select('id_hash').execute()).length,
    requests: (await world.db.selectFrom('suspended_requests').select('id_hash').execute()).length,
  });

  test('with a session the browser gets a ticket at once', async () => {
    const browser = await signedIn();
    const answer = await browser.request(loginAt());
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toMatch(withTicket);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  test.each(accepted)('%j is redirected to', async (given, href) => {
    const answer = await (await signedIn()).request(loginAt({ service: given }));
    const { location } = answer.headers;
    expect(location?.slice(0, href.length)).toBe(href);
    expect(location?.slice(href.length)).toMatch(/^[?&]?ticket=ST-[A-Za-z0-9]{43}$/);
  });

  test('without a session the user signs in first', async () => {
    const browser = stranger();
    const page = await browser.go(loginAt());
    const { pathname, searchParams } = new URL(page.url);
    expect([page.status, pathname]).toEqual([200, '/uk/']);
    expect(page.body).toContain('timetable укр');
    expect([...searchParams.keys()]).toEqual(['appId', 'request']);
    const stop = await signInAt(browser, page);
    expect(stop.location).toMatch(withTicket);
  });

  describe('an address that is not registered is refused', () => {
    test.each(hostile)('%j', async (given) => {
      const browser = await signedIn();
      const before = await rows();
      const answer = await browser.request(loginAt({ service: given }));
      expect(answer.headers.location).toBeUndefined();
      expect(refusalIn({ body: answer.body, status: answer.statusCode })).toEqual({
        status: 400,
        page: 'request-refused',
      });
      expect(await rows()).toEqual(before);
    });
  });

  test('a user without access gets no ticket', async () => {
    const browser = await signedIn();
    const page = await browser.go(loginAt({ service: archive.service }));
    expect([page.status, shown(page.body)]).toEqual([403, 'no-access']);
  });
});
