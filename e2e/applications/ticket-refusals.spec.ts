// What a person sees whom an application with tickets sends along with a wrong state, or who has no access to it.
// In both languages, with and without JavaScript.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { Browser } from '@playwright/test';
import {
  bramaUrl,
  expect,
  expectAccessible,
  expectAccessibleWithoutScripts,
  expectNoSideways,
  fillIn,
  languages,
  test,
  wordsOf,
} from '../support/brama.ts';
import { applyManifest } from '../support/processes.ts';

const ways = [true, false].flatMap((javaScriptEnabled) =>
  languages.map((language) => ({ javaScriptEnabled, language })),
);
type Way = (typeof ways)[number];

const nameOf = ({ language, javaScriptEnabled }: Way) =>
  `${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`;

const application = {
  id: crypto.randomUUID(),
  name: 'ticket-refusals',
  title: { uk: 'Лабораторія', en: 'Laboratory' },
  description: { uk: 'Досліди', en: 'Experiments' },
  // an empty group: other tests see no further card
  access: { groups: ['laboratory'] },
  contact: 'owner@campus.example',
};

let server: ReturnType<typeof createServer>;
let callback: string;

test.beforeAll(async () => {
  server = createServer((_request, response) => response.end('back'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  const protocol = {
    type: 'ticket',
    redirectUrl: callback,
    secret: 'U2x1aGFjaCBpIGtseXVjaCB2aWQgYnJhbXkgOTk5',
    returnErrors: true,
  };
  await applyManifest(dirname(process.env['SYSTEM_LOG'] ?? ''), {
    groups: ['laboratory'],
    applications: [{ ...application, protocol }],
  });
});
test.afterAll(() => {
  server.close();
});

async function openPage(browser: Browser, { javaScriptEnabled, language }: Way) {
  const locale = language === 'uk' ? 'uk-UA' : 'en-GB';
  const context = await browser.newContext({
    javaScriptEnabled,
    locale,
    viewport: { width: 390, height: 844 },
  });
  return context.newPage();
}

const startAt = ({ language }: Way, state: string) =>
  `${bramaUrl()}/${language}/?${new URLSearchParams({ appId: application.id, state })}`;

test.describe.configure({ mode: 'serial' });

for (const way of ways)
  test(`${nameOf(way)}: an invalid state is rejected before the sign-in form`, async ({
    browser,
  }) => {
    const page = await openPage(browser, way);
    const answer = await page.goto(startAt(way, 'стан'));
    expect(answer?.status()).toBe(400);
    const { 'request-refused': words } = await wordsOf(page, way.language, 'answers');
    await expect(page.locator('h1')).toHaveText(words.title);
    await expect(page.locator('main')).toContainText(words.reasons.state);
    await expect(page.locator('#username')).toHaveCount(0);
    await (way.javaScriptEnabled ? expectAccessible : expectAccessibleWithoutScripts)(page);
    await expectNoSideways(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSideways(page);
    // the other language says the same
    const common = await wordsOf(page, way.language, 'common');
    await page.getByRole('link', { name: common.language.switch }).click();
    const other = way.language === 'uk' ? 'en' : 'uk';
    const { 'request-refused': inOther } = await wordsOf(page, other, 'answers');
    await expect(page.locator('h1')).toHaveText(inOther.title);
    await page.context().close();
  });

for (const way of ways)
  test(`${nameOf(way)}: without access only the link returns the error to the application`, async ({
    browser,
  }) => {
    const page = await openPage(browser, way);
    await page.goto(startAt(way, 'a&b=" c'));
    await fillIn(page, 'o.shevchenko');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/api/app-redirect?**');
    const words = await wordsOf(page, way.language, 'answers');
    await expect(page.locator('h1')).toHaveText(words['no-access'].title);
    await expect(page.locator('main')).toContainText(application.title[way.language]);
    await expect(page.getByRole('link', { name: application.contact })).toBeVisible();
    await (way.javaScriptEnabled ? expectAccessible : expectAccessibleWithoutScripts)(page);
    await expectNoSideways(page);
    expect(new URL(page.url()).origin).toBe(bramaUrl());
    const back = page.getByRole('link', { name: words['no-access'].action });
    await back.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${callback}?**`);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      error: 'access_denied',
      state: 'a&b=" c',
    });
    await page.context().close();
  });
