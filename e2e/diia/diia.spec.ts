// Signing in with Diia over HTTP against its simulator, a separate process. Covers the server's responses to
// everything that the phone can do, and the phone's own pages.

import { readFileSync } from 'node:fs';
import type { APIRequestContext, APIResponse, Browser, Page } from '@playwright/test';
import {
  bramaUrl,
  diiaUrl,
  expect,
  expectAccessible,
  expectNoSideways,
  sampleUrl,
  systemLog,
  test,
} from '../support/brama.ts';
import { type Link, press } from '../support/diia-page.ts';
import { startSystem } from '../support/processes.ts';

const call = (path: string) => `${bramaUrl()}${path}`;

async function askLink(browser: APIRequestContext): Promise<Link> {
  const answer = await browser.get(call('/api/diia/app-link'));
  expect(answer.status()).toBe(200);
  return answer.json();
}

const check = (browser: APIRequestContext, { requestId }: Link) =>
  browser.get(call('/api/diia/check-request'), { params: { requestId } });

const told = async (answer: APIResponse) => [answer.status(), (await answer.json()).error?.code];

async function enter(browser: APIRequestContext, link: Link) {
  const { sessionId } = await (await check(browser, link)).json();
  return browser.post(call('/api/auth/internal'), {
    data: { sessionId },
    headers: { origin: bramaUrl() },
  });
}

async function inNewBrowser<T>(browser: Browser, run: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    return await run(await context.newPage());
  } finally {
    await context.close();
  }
}

test('the link opens on a telephone in another browser; the first browser is signed in', async ({
  page,
  browser,
}) => {
  await page.goto('/uk/');
  const link = await askLink(page.request);
  expect(link.deepLink).toContain(diiaUrl());
  expect((await check(page.request, link)).status()).toBe(200);
  await inNewBrowser(browser, async (telephone) => {
    await telephone.goto(`${link.deepLink}?lang=uk`);
    await telephone.getByRole('radio', { name: 'Мельник Ірина Андріївна' }).check();
    await telephone.getByRole('button', { name: 'Виконати' }).click();
    await expect(telephone.getByRole('status')).toContainText('підпис прийнято');
    const back = telephone.getByRole('link', { name: 'Повернутися на сайт' });
    await expect(back).toHaveAttribute('href', `${bramaUrl()}/uk/auth-success`);
  });
  expect((await enter(page.request, link)).status()).toBe(200);
  await page.goto('/uk/apps');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Мельник Ірина');
});

test('the application gets the sign-in method, and the tax number only if configured', async ({
  page,
}) => {
  await page.goto('/uk/');
  const link = await askLink(page.request);
  await press(page.request, link, 'confirm', 'm.kovalenko');
  expect((await enter(page.request, link)).status()).toBe(200);
  for (const [name, number] of [
    ['my-kpi', '2727323156'],
    ['campus', ''],
  ] as const) {
    await page.goto(`${sampleUrl()}/${name}`);
    await page.getByRole('link').first().click();
    await page.waitForURL(`${sampleUrl()}/${name}`);
    const value = (row: string) => page.locator('tr', { hasText: row }).locator('td');
    await expect(value('AUTH_METHOD')).toHaveText('DIIA');
    await expect(value('TAX_ID')).toHaveText(number);
  }
});

test('rejected confirmations do not affect a later valid confirmation', async ({ request }) => {
  await askLink(request);
  const link = await askLink(request);
  for (const action of [
    'tampered-signature',
    'foreign-authority',
    'expired-certificate',
    'wrong-digest',
    'empty-digest',
    'other-request',
  ]) {
    expect(await press(request, link, action), action).toContain('signature rejected');
    expect(await (await check(request, link)).json()).toMatchObject({ status: 'Processing' });
  }
  expect(await press(request, link, 'confirm')).toContain('accepted');
  expect((await enter(request, link)).status()).toBe(200);
});

test('declined and late: still pending; unknown user: not linked; confirmed twice: one session', async ({
  request,
}) => {
  for (const action of ['decline', 'late']) {
    const link = await askLink(request);
    await press(request, link, action);
    expect(await (await check(request, link)).json()).toMatchObject({ status: 'Processing' });
  }
  for (const holder of ['unknown', 'no-number', 'd.lysenko']) {
    const link = await askLink(request);
    await press(request, link, 'confirm', holder);
    expect(await told(await check(request, link))).toEqual([403, 'diia.not-linked']);
  }
  const link = await askLink(request);
  const answers = await press(request, link, 'twice');
  // the same answer both times
  expect(answers.split('signature accepted')).toHaveLength(3);
  expect((await enter(request, link)).status()).toBe(200);
  expect(await told(await check(request, link))).toEqual([404, 'diia.request-unknown']);
});

test('each fault of Diia gives the right error, and the next code works after recovery', {
  tag: '@release',
}, async ({ request }) => {
  // a Diia of its own: the other tests need a well one
  const system = await startSystem();
  const setFault = (fault: string) => request.post(system.diiaUrl, { form: { fault } });
  const ask = () => request.get(`${system.url}/api/diia/app-link`);
  try {
    for (const fault of ['gateway', 'access-denied', 'unavailable', 'silent']) {
      await setFault(fault);
      const answer = await ask();
      expect([fault, ...(await told(answer))]).toEqual([fault, 503, 'unavailable']);
      expect(answer.headers()['retry-after']).toBe('10');
    }
    await setFault('unauthorized');
    expect((await ask()).status()).toBe(200);
  } finally {
    await system.stop();
    system.remove();
  }
});

test('a second browser cannot use the request of the first', async ({ request, browser }) => {
  const link = await askLink(request);
  await press(request, link, 'confirm');
  await inNewBrowser(browser, async (stranger) => {
    await askLink(stranger.request);
    expect(await told(await check(stranger.request, link))).toEqual([404, 'diia.request-unknown']);
  });
  expect((await enter(request, link)).status()).toBe(200);
});

test('the log contains no personal data', async ({ request }) => {
  const link = await askLink(request);
  await press(request, link, 'foreign-authority', 'm.kovalenko');
  await press(request, link, 'confirm', 'm.kovalenko');
  expect((await enter(request, link)).status()).toBe(200);
  const read = () => readFileSync(systemLog(), 'utf8');
  await expect.poll(read).toContain('Diia callback accepted');
  const log = read();
  expect(log).toContain('"reason":"issuer-untrusted"');
  for (const secret of ['3885010468', '2727323156', 'TINUA', 'Kovalenko', '/auth/acquirer/'])
    expect(log.includes(secret), secret).toBe(false);
});

test('the telephone pages are accessible', async ({ page }) => {
  const link = await askLink(page.request);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${link.deepLink}?lang=uk`);
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('button').click();
  await expectAccessible(page);
  await page.goto(`${diiaUrl()}/?lang=en`);
  await expectAccessible(page);
  await expectNoSideways(page);
});
