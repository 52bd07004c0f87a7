// Steps of browsers that come from CAS applications, in a composed server.

import { createBrowser, type Stop } from '../browser.ts';
import { password, type World } from '../world.ts';
import { timetable } from './applications.ts';

export type Browser = ReturnType<typeof createBrowser>;

type Fields = Record<string, string> | [string, string][];

const { service } = timetable;

/** Returns the address of the login; `fields` as in its query. */
export const loginAddress = (fields: Fields = { service }) =>
  `/cas/login?${new URLSearchParams(fields)}`;

/** The service of `timetable` with a ticket. */
export const withTicket = /^https:\/\/campus\.example\/app\/\?ticket=ST-[A-Za-z0-9]{43}$/;

/** Returns the name of the page. */
export const pageIn = (body: string) => /data-page="([^"]*)"/.exec(body)?.[1];

/** Returns the sign-in methods that the page offers. */
export const methodsIn = (body: string) => /data-methods="([^"]*)"/.exec(body)?.[1];

export const ticketIn = (location: string | undefined) =>
  /[?&]ticket=(ST-[A-Za-z0-9]{43})$/.exec(location ?? '')?.[1] ?? '';

const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

type Credentials = { username?: string; sharedComputer?: boolean };

export function createCasSteps(world: World) {
  const stranger = (to = world.server) => createBrowser(to);

  /** Signs in with the password in this browser, wherever it is. */
  async function signIn(
    browser: Browser,
    { username = 'o.shevchenko', ...more }: Credentials = {},
  ) {
    const send = (url: string, payload: object) =>
      browser.request(url, { method: 'POST', headers, payload });
    const { sessionId } = (await send('/api/auth', { username, password })).json();
    return send('/api/auth/internal', { sessionId, ...more });
  }

  /** Continues with the suspended request of a page. */
  const goOn = (browser: Browser, page: Pick<Stop, 'url'>) =>
    browser.go(`/api/app-redirect${new URL(page.url).search}`);

  return {
    stranger,
    signIn,
    goOn,

    async signedIn(username?: string) {
      const browser = stranger();
      browser.take(await world.signIn(username));
      return browser;
    },

    /** Signs in at the page of a suspended request, and continues with it. */
    async signInAt(browser: Browser, page: Pick<Stop, 'url'>, credentials?: Credentials) {
      await signIn(browser, credentials);
      return goOn(browser, page);
    },

    /** Returns how many rows a login may have added. */
    async rows() {
      const [tickets, requests, starts] = await Promise.all([
        world.db.selectFrom('cas_tickets').select('id_hash').execute(),
        world.db.selectFrom('suspended_requests').select('id_hash').execute(),
        world.db.selectFrom('rate_limits').selectAll().where('key', 'like', 'starts-%').execute(),
      ]);
      return { tickets: tickets.length, requests: requests.length, starts };
    },
  };
}

export type CasSteps = ReturnType<typeof createCasSteps>;
