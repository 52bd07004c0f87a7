// Leaving the Diia screen and returning: by a reload, by the language switch, by Back and Forward. Also without a
// connection, and in a browser that stores nothing.

/// <reference lib="dom" />

import { chromium, type Page } from '@playwright/test';
import { launchArguments } from '../../scripts/environment/chromium.ts';
import { bramaUrl, expect, forgive, test, wordsOf } from '../support/brama.ts';
import {
  appLink,
  checkRequest,
  code,
  comeBack,
  openScreen,
  press,
  said,
} from '../support/diia-page.ts';

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('brama.diia-codes'));

for (const [name, leave] of [
  ['loaded anew', (page: Page) => page.reload()],
  ['switched to English', (page: Page) => page.locator('header a[hreflang=en]').click()],
] as const)
  test(`the page is ${name} during confirmation, and the user is signed in`, async ({ page }) => {
    const link = await openScreen(page, 'uk', '?appId=x');
    // ids and times, no links
    expect(JSON.parse((await kept(page)) ?? '')).toEqual([
      { requestId: link.requestId, shownAt: expect.any(Number) },
    ]);
    // the page that is left gets no response to its request; it sends one at a time
    let asked = 0;
    await page.route(checkRequest, (route) => {
      asked += 1;
      return asked === 1 ? undefined : route.continue();
    });
    const check = page.waitForRequest(checkRequest);
    await comeBack(page);
    await check;
    await press(page.request, link, 'confirm');
    await leave(page);
    await page.waitForURL('**/apps?appId=x');
    expect(await kept(page)).toBeNull();
  });

test('a user who returns while a check is pending is signed in by its response', async ({
  page,
}) => {
  const link = await openScreen(page, 'uk');
  await press(page.request, link, 'confirm');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  await page.route(checkRequest, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  const check = page.waitForRequest(checkRequest);
  await comeBack(page);
  await check;
  await comeBack(page);
  answer();
  await page.waitForURL('**/uk/apps');
  // another question would have made the first answer void
  expect(asked).toBe(1);
});

test('the screen works with damaged or blocked storage', async ({ page }) => {
  await page.goto('/uk/faq');
  for (const damage of ['not json', '{}', '[{"requestId":7}]', '[null]']) {
    await page.evaluate((text) => sessionStorage.setItem('brama.diia-codes', text), damage);
    const { requestId } = await openScreen(page, 'uk');
    expect(JSON.parse((await kept(page)) ?? '')).toMatchObject([{ requestId }]);
  }
  await page.addInitScript(() => {
    for (const storage of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  const link = await openScreen(page, 'uk');
  await press(page.request, link, 'confirm');
  await comeBack(page);
  await page.waitForURL('**/uk/apps');
});

test('a stored code that is no longer valid is removed', async ({ page, complaints }) => {
  await page.goto('/uk/faq');
  await page.evaluate(() =>
    sessionStorage.setItem(
      'brama.diia-codes',
      JSON.stringify([{ requestId: `${'A'.repeat(43)}=`, shownAt: Date.now() - 1000 }]),
    ),
  );
  const answer = page.waitForResponse(checkRequest);
  const { requestId } = await openScreen(page, 'uk');
  expect((await answer).status()).toBe(404);
  await expect
    .poll(async () => JSON.parse((await kept(page)) ?? '[]'))
    .toMatchObject([{ requestId }]);
  await expect(said(page)).toHaveCount(0);
  forgive(complaints, 404);
});

test('without a connection the page shows a message and resumes after reconnection', async ({
  page,
  context,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  const common = await wordsOf(page, 'uk', 'common');
  const link = await openScreen(page, 'uk');
  await press(page.request, link, 'decline');
  await context.setOffline(true);
  await expect(page.getByText(common.states.offline)).toBeVisible();
  await comeBack(page);
  await expect(page.getByText(words.status.retrying)).toBeVisible();
  // the code may be confirmed all the same: the telephone has a connection of its own
  await expect(code(page)).toBeVisible();
  await comeBack(page);
  await comeBack(page);
  await expect(said(page)).toContainText(words.errors.check.title);
  await context.setOffline(false);
  await expect(page.getByText(words.status.waiting)).toBeVisible();
  await expect(said(page)).toHaveCount(0);
  forgive(complaints, 'ERR_INTERNET_DISCONNECTED');
});

test('without cookies the page requests two codes and then shows instructions', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'diia');
  let links = 0;
  await page.route(appLink, async (route) => {
    links += 1;
    const answer = await route.fetch();
    const { 'set-cookie': _, ...headers } = answer.headers();
    // asking for the browser has set it too
    await page.context().clearCookies();
    await route.fulfill({ response: answer, headers });
  });
  await page.goto('/uk/diia?appId=x');
  await expect(code(page)).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  const end = page.getByText(words['no-cookies'].title);
  await expect(async () => {
    if (await code(page).isVisible()) await comeBack(page);
    await expect(end).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(heading).toBeFocused();
  expect(links).toBe(2);
  await expect(page.getByRole('link', { name: words.back })).toHaveAttribute(
    'href',
    '/uk/?appId=x',
  );
  // allowed meanwhile
  await page.unroute(appLink);
  await page.getByRole('button', { name: words['no-cookies'].again }).press('Enter');
  await expect(code(page)).toBeVisible();
  await expect(heading).toBeFocused();
  forgive(complaints, 404);
});

test('when the browser reports disabled cookies, the page shows instructions without a code', async ({
  page,
}) => {
  const words = await wordsOf(page, 'en', 'diia');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
  );
  await page.goto('/en/diia');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['no-cookies'].title);
  expect(asked.filter((url) => url.includes('/api/diia/'))).toEqual([]);
});

test('Back and Forward show a new code, and the previous code still signs the user in', async () => {
  // the browser keeps whole pages alive, as people’s browsers do
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: launchArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ baseURL: bramaUrl(), locale: 'uk-UA' });
    await page.goto('/uk/?appId=x');
    const words = await wordsOf(page, 'uk', 'diia');
    const login = await wordsOf(page, 'uk', 'login');
    const asked = page.waitForResponse(appLink);
    await page.getByRole('link', { name: login.diia.title }).click();
    const first = await (await asked).json();
    await expect(code(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name: login.diia.title })).toBeVisible();
    const renewed = page.waitForResponse(appLink);
    await page.goForward();
    expect((await (await renewed).json()).requestId).not.toBe(first.requestId);
    await expect(code(page)).toBeVisible();
    await expect(page.getByText(words.status.waiting)).toBeVisible();
    await press(page.request, first, 'confirm');
    await comeBack(page);
    await page.waitForURL('**/uk/apps?appId=x');
    // nothing left behind leads back to a code
    await page.goBack();
    await page.waitForURL('**/uk/apps*');
  } finally {
    await browser.close();
  }
});
