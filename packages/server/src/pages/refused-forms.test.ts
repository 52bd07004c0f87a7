// Refused forms: every form of the server leads to a page that can be opened again, and the notice of a refusal is shown once. The list
// of forms is that of the registered routes, so a new form is tested by itself.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { adminPath } from '@brama/contract/admin/paths';
import { unescapeHtml } from '@brama/contract/escape-html';
import type { FastifyInstance, FastifyReply, LightMyRequestResponse, RouteOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTour, type Tour } from '../../test/compatibility/tour.ts';
import { createBrowser } from '../../test/support/browser.ts';
import { form, formOf } from '../../test/support/oidc/raw.ts';
import { createSecondFactorSteps } from '../../test/support/second-factor/steps.ts';
import { verifyPropsOf } from '../../test/support/web-build.ts';
import { password } from '../../test/support/world.ts';
import { forgetNotice } from '../http/notice-cookie.ts';

type Browser = ReturnType<typeof createBrowser>;

const origin = 'http://localhost:3000';
const typed = 'typed-by-the-user';
const wrong = '000000';

/** Every field that a form of the server has. */
const fieldNames =
  'username password newPassword currentPassword code email user_code enrolment application session passkey name browser state appId';
const fields = Object.fromEntries(fieldNames.split(' ').map((name) => [name, typed]));

const postRoutes: string[] = [];
/** Applications send their requests there, with nothing that a user has typed. */
const applicationRoutes = new Set<string>();

/** Leads on to Google by itself, and so replaces itself in the history; a redirect would break the CSP. */
const googleLink = '/api/google/link';

/** Notes the routes that browsers may post to. Programs alone use the others. */
function noteRoute({ method, url, config }: RouteOptions) {
  if (![method].flat().includes('POST') || config?.isDataOnly) return;
  if (config?.forServers) applicationRoutes.add(url);
  if (!url.startsWith(`${adminPath}/`)) postRoutes.push(url.replace(/:\w+/, 'nothing'));
}
const noteServer = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', noteRoute);

const navigation = { ...form, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };
const payload = formOf(fields);

let tour: Tour;
beforeAll(async () => {
  subscribe('fastify.initialization', noteServer);
  tour = await makeTour(origin);
  unsubscribe('fastify.initialization', noteServer);
});
afterAll(() => tour.world.close());
/** A form of the walk ends the account of the user. */
async function reset() {
  const { clock, db, olena, passwordHash } = tour.world;
  clock.now = Date.now();
  await db.deleteFrom('rate_limits').execute();
  await db.deleteFrom('totp_factors').execute();
  const restored = { password_hash: passwordHash };
  await db.updateTable('users').set(restored).where('id', '=', olena).execute();
}
beforeEach(reset);

const post = (browser: Browser, url: string, more: Record<string, string> = {}) =>
  browser.request(url, { method: 'POST', payload, headers: { ...navigation, ...more } });

const noticeIn = ({ cookies }: LightMyRequestResponse) =>
  cookies.find(({ name }) => name === 'brama_notice')?.value;

/** Whether one of the responses to a form contains what was typed, in any spelling. */
function reveals({ headers }: LightMyRequestResponse): boolean {
  const text = JSON.stringify([headers.location, headers['set-cookie']]);
  return [typed, Buffer.from(typed).toString('base64url')].some((one) => text.includes(one));
}

async function pendingBrowser() {
  const steps = createSecondFactorSteps(tour.world);
  await steps.addApp(tour.world.olena);
  return steps.pendingBrowser();
}

/** Returns whether the route has answered what it may answer without a redirect. */
const hasNoForm = (url: string, { statusCode }: LightMyRequestResponse) =>
  // for third-party servers: it accepts no form
  statusCode === 415 || (url === googleLink && statusCode === 200);

/** Opens the page of a form, and again as Reload and Back do. Returns whether it showed a refusal. */
async function openTwice(browser: Browser, url: string, to: string): Promise<boolean> {
  const page = await browser.go(to);
  const again = await browser.go(page.url);
  const isLasting = applicationRoutes.has(url) || new URL(page.url).pathname.endsWith('/notice');
  expect([url, again.status]).toEqual([url, isLasting ? page.status : 200]);
  return page.status >= 400;
}

/** Sends every form as this visitor. Returns those whose page showed a refusal. */
async function walk(visitor: () => Promise<Browser>): Promise<string[]> {
  const refused: string[] = [];
  for (const url of postRoutes) {
    await reset();
    const browser = await visitor();
    const answer = await post(browser, url);
    if (hasNoForm(url, answer)) continue;
    expect([url, answer.statusCode]).toEqual([url, 303]);
    if (!applicationRoutes.has(url)) expect([url, reveals(answer)]).toEqual([url, false]);
    if (await openTwice(browser, url, `${answer.headers.location}`)) refused.push(url);
  }
  return refused;
}

describe('every form leads on by a redirect', () => {
  test('the list has the forms of all areas', () => {
    expect(postRoutes.length).toBeGreaterThan(70);
    expect(postRoutes).toEqual(
      expect.arrayContaining([
        '/uk/',
        '/en/second-factor',
        '/uk/second-factor/recovery-code',
        '/uk/second-factor/set-up',
        '/uk/recovery/access-code',
        '/uk/secondary-email/remove',
        '/uk/password/reset',
        '/device',
        '/device/code',
        '/oidc/consent/nothing',
        '/cas/logout/confirm',
        '/api/passkeys/rename',
      ]),
    );
  });

  test('of a visitor', async () => {
    const told = await walk(async () => createBrowser(tour.world.server));
    expect(told).toEqual(
      expect.arrayContaining(['/uk/', '/en/recovery/access-code', '/uk/password/reset']),
    );
  });

  test('of a user who has passed the first factor', async () => {
    const told = await walk(pendingBrowser);
    expect(told).toEqual(expect.arrayContaining(['/uk/second-factor']));
  });

  test('of a signed-in user', async () => {
    const told = await walk(async () => {
      const browser = createBrowser(tour.world.server);
      browser.take(await tour.world.signIn());
      return browser;
    });
    expect(told).toEqual(
      expect.arrayContaining(['/uk/password', '/en/secondary-email', '/device/code', '/device']),
    );
  });
});

describe('the notice of a refused code', () => {
  const page = '/uk/second-factor';
  const messageOf = ({ body }: Pick<LightMyRequestResponse, 'body'>) => verifyPropsOf(body).message;

  /** Sends a wrong code, and does not follow the redirect. */
  async function refused(browser: Browser, remember = false) {
    const { world } = tour;
    const steps = createSecondFactorSteps(world);
    const answer = await browser.request(`${page}?appId=7`, {
      method: 'POST',
      headers: navigation,
      payload: formOf({
        code: wrong,
        pendingUser: steps.userHashOf(world.olena),
        ...(remember && { remember: 'true' }),
      }),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${page}?appId=7`]);
    return answer;
  }

  test('is shown once, with the status and what the user has chosen', async () => {
    const browser = await pendingBrowser();
    expect((await refused(browser, true)).headers['cache-control']).toBe('no-store');
    const first = await browser.request(`${page}?appId=7`);
    expect([first.statusCode, messageOf(first)]).toEqual([401, expect.stringMatching(/./)]);
    expect(verifyPropsOf(first.body)).toMatchObject({ remember: true });
    const second = await browser.request(`${page}?appId=7`);
    expect([second.statusCode, messageOf(second)]).toEqual([200, '']);
    expect(verifyPropsOf(second.body)).toMatchObject({ remember: false });
  });

  test('is not sent to scripts: they get the status and the page at once', async () => {
    const browser = await pendingBrowser();
    const headers = { accept: 'application/json', 'sec-fetch-mode': 'cors' };
    const pendingUser = createSecondFactorSteps(tour.world).userHashOf(tour.world.olena);
    const answer = await browser.request(page, {
      method: 'POST',
      headers: { ...navigation, ...headers },
      payload: formOf({ code: wrong, pendingUser }),
    });
    expect([answer.statusCode, noticeIn(answer)]).toEqual([401, undefined]);
    expect(messageOf(answer)).not.toBe('');
  });

  test('waits for its page: another page of the same browser does not take it', async () => {
    const browser = await pendingBrowser();
    await refused(browser);
    for (const other of ['/en/second-factor', '/uk/second-factor/recovery-code', '/uk/faq', '/uk/'])
      expect((await browser.request(other)).statusCode, other).toBe(200);
    expect((await browser.request(page)).statusCode).toBe(401);
  });

  test('of two tabs: the later one replaces the former', async () => {
    const browser = await pendingBrowser();
    await refused(browser);
    await post(browser, '/uk/password/reset');
    const statuses = [];
    for (const one of [page, '/uk/password/reset', '/uk/password/reset'])
      statuses.push((await browser.request(one)).statusCode);
    expect(statuses).toEqual([200, 410, 200]);
  });

  test('ends after a minute, also in a browser that keeps it', async () => {
    const browser = await pendingBrowser();
    const notice = noticeIn(await refused(browser));
    tour.world.clock.now += 59_000;
    expect((await browser.request(page)).statusCode).toBe(401);
    browser.take(`brama_notice=${notice}`);
    tour.world.clock.now += 1000;
    const late = await browser.request(page);
    expect([late.statusCode, messageOf(late)]).toEqual([200, '']);
  });

  test('altered, invented or of another kind is nothing', async () => {
    const browser = await pendingBrowser();
    const notice = `${noticeIn(await refused(browser))}`;
    const bent = notice.slice(0, -8) + (notice.at(-8) === 'A' ? 'B' : 'A') + notice.slice(-7);
    const elsewhere = (await browser.go('/oidc/auth/nothing')).body;
    const [, content = ''] = /content=([^"&]+)/.exec(unescapeHtml(elsewhere)) ?? [];
    for (const value of [bent, 'v1.', 'x', '{}', content]) {
      browser.take(`brama_notice=${value}`);
      expect((await browser.request(page)).statusCode, value).toBe(200);
    }
  });

  test.each([
    ['a sign-out', '/api/auth/logout', {}],
    ['a sign-in', '/uk/', { username: 'o.shevchenko', password }],
  ])('ends with %s: the next user of the browser does not see it', async (_, url, filled) => {
    const browser = createBrowser(tour.world.server);
    await post(browser, '/uk/recovery/access-code');
    expect(browser.cookie('brama_notice')).toBeDefined();
    const answer = await browser.request(url, {
      method: 'POST',
      headers: navigation,
      payload: formOf(filled),
    });
    expect([answer.statusCode, browser.cookie('brama_notice')]).toEqual([303, undefined]);
  });

  test('ends also with a sign-in that returns from another site, which hides the cookie', () => {
    const cleared: string[] = [];
    const headers = { 'sec-fetch-site': 'cross-site' };
    const reply = {
      request: { headers, cookies: {} },
      clearCookie: (name: string) => cleared.push(name),
    };
    forgetNotice(reply as unknown as FastifyReply, true);
    expect(cleared).toEqual(['__Host-brama_notice']);
  });

  test('keeps what a 429 says: the page has the status, and the rest of the wait', async () => {
    const browser = await pendingBrowser();
    let answer = await refused(browser);
    for (let tries = 0; tries < 6; tries += 1) {
      expect(answer.headers['retry-after']).toBeUndefined();
      answer = await refused(browser);
    }
    tour.world.clock.now += 5000;
    const shown = await browser.request(page);
    expect([shown.statusCode, Number(shown.headers['retry-after'])]).toEqual([429, 10]);
    expect((await browser.request(page)).headers['retry-after']).toBeUndefined();
  });
});

describe('a form at an address of a program', () => {
  const rename = '/api/passkeys/rename';

  test('leads to a page that Reload opens again', async () => {
    const browser = createBrowser(tour.world.server);
    browser.take(await tour.world.signIn());
    const answer = await post(browser, rename);
    expect(answer.headers.location).toMatch(/^\/uk\/notice\?content=/);
    for (let times = 0; times < 2; times += 1) {
      const page = await browser.request(`${answer.headers.location}`);
      expect([page.statusCode, page.body]).toEqual([400, expect.stringContaining('trouble')]);
    }
  });

  test('with a long query leads to a page without that query', async () => {
    const browser = createBrowser(tour.world.server);
    browser.take(await tour.world.signIn());
    const state = 'x'.repeat(1500);
    const answer = await post(browser, `${rename}?appId=7&state=${state}`);
    expect(answer.statusCode).toBe(303);
    const page = await browser.request(`${answer.headers.location}`);
    expect([page.statusCode, page.body.includes(state)]).toEqual([400, false]);
  });

  test('is refused at once if another site has sent it', async () => {
    const browser = createBrowser(tour.world.server);
    const answer = await post(browser, rename, { 'sec-fetch-site': 'cross-site' });
    expect(answer.statusCode).toBe(403);
  });
});
