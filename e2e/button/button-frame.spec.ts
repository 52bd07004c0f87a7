// The sign-in button inside frames of other pages (portals, learning platforms). Brama refuses to be shown in a frame, so
// the button leads out of it.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { bramaUrl, expect, forgive, test } from '../support/brama.ts';
import { openHost } from '../support/host-page.ts';

const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';
const signIn = () => `${bramaUrl()}/?appId=${appId}`;
const signInOpened = (url: URL) => url.origin === bramaUrl() && url.search === `?appId=${appId}`;
const markup = (attributes = '') =>
  `<div id="kpi_id_signin" data-app-id="${appId}" ${attributes}><a href="${signIn()}" target="_top">Увійти</a></div><script src="${bramaUrl()}/kpi-id-signin.js"></script>`;

const framed = (page: Page) => page.frameLocator('iframe');
const button = (page: Page) => framed(page).locator('#kpi_id_signin a[part=button]');

type Limits = { sandbox?: string; isCrossOrigin?: boolean };

const openFrame = (page: Page, limits: Limits, body = markup()) =>
  openHost(page, { body: '', frame: { body, ...limits } });

async function expectWholeWindow(page: Page) {
  await page.waitForURL(signInOpened);
  await expect(page.locator('#username')).toBeVisible();
}

/** Expects that `act` opens the sign-in in a new tab that works, and that the page with the frame stays. */
async function expectNewTab(page: Page, act: () => Promise<void>) {
  const opened = page.context().waitForEvent('page');
  await act();
  const tab = await opened;
  await tab.waitForURL(signInOpened);
  await expect(tab.locator('#username')).toBeVisible();
  expect(await tab.evaluate(() => [window.origin, window.opener])).toEqual([bramaUrl(), null]);
  await expect(page.locator('iframe')).toBeVisible();
}

for (const isCrossOrigin of [false, true])
  test(`in a plain frame a click opens the sign-in page in the whole window, cross-origin: ${isCrossOrigin}`, async ({
    page,
  }) => {
    await openFrame(page, { isCrossOrigin });
    await expect(button(page)).toHaveAttribute('target', '_top');
    await button(page).click();
    await expectWholeWindow(page);
  });

test('in a plain frame the keyboard opens the sign-in page in the whole window', {
  tag: '@journey',
}, async ({ page }) => {
  await openFrame(page, { isCrossOrigin: true });
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expectWholeWindow(page);
});

test('in a plain frame a Control-click opens a new tab', async ({ page }) => {
  await openFrame(page, {});
  await expectNewTab(page, () => button(page).click({ modifiers: ['Control'] }));
});

const popups = 'allow-popups allow-popups-to-escape-sandbox';
for (const [what, target, limits] of [
  ['opaque origin', '_blank', { sandbox: `allow-scripts ${popups}` }],
  ['same origin', '_blank', { sandbox: `allow-scripts allow-same-origin ${popups}` }],
  // the page in the frame cannot see that it is sandboxed: the click finds out
  [
    'origin of its own',
    '_top',
    { sandbox: `allow-scripts allow-same-origin ${popups}`, isCrossOrigin: true },
  ],
  ['also top navigation', '_blank', { sandbox: `allow-scripts allow-top-navigation ${popups}` }],
] as const)
  test(`in a sandbox with popups (${what}) a click opens a new tab`, async ({
    page,
    complaints,
  }) => {
    // Chromium warns that a sandbox of the page's own origin is weak, and prints what the sandbox blocked
    if (what === 'same origin') forgive(complaints, 'can escape its sandboxing');
    if (target === '_top') forgive(complaints, 'Unsafe attempt to initiate navigation');
    await openFrame(page, limits);
    await expect(button(page)).toHaveAttribute('target', target);
    await expectNewTab(page, () => button(page).click());
  });

for (const sandbox of [
  'allow-scripts allow-top-navigation',
  'allow-scripts allow-top-navigation-by-user-activation',
  'allow-scripts allow-same-origin allow-top-navigation-by-user-activation',
])
  test(`in a sandbox without popups (${sandbox}) a click opens sign-in in the whole window`, async ({
    page,
    complaints,
  }) => {
    // Chromium prints the popup that it blocked, and warns of a weak sandbox
    forgive(complaints, 'Blocked opening');
    if (sandbox.includes('same-origin')) forgive(complaints, 'can escape its sandboxing');
    await openFrame(page, { sandbox });
    await expect(button(page)).toHaveAttribute('target', '_blank');
    await button(page).click();
    await expectWholeWindow(page);
  });

for (const [sandbox, isCrossOrigin] of [
  ['allow-scripts', false],
  ['allow-scripts allow-same-origin', true],
] as const)
  test(`in a sandbox without popups and top navigation (${sandbox}) the console says what to add`, async ({
    page,
    complaints,
  }) => {
    forgive(complaints, '[KPI ID] the sandbox of this frame');
    forgive(complaints, 'Blocked opening');
    forgive(complaints, 'Unsafe attempt to initiate navigation');
    await openFrame(page, { sandbox, isCrossOrigin });
    await button(page).click();
    await expect
      .poll(() => complaints.join('\n'))
      .toContain('add allow-popups and allow-popups-to-escape-sandbox');
    await expect(button(page)).toBeVisible();
  });

test('the browser blocks the sign-in page in a new tab that inherits the sandbox', async ({
  page,
}) => {
  await openFrame(page, { sandbox: 'allow-scripts allow-popups' });
  const opened = page.context().waitForEvent('page');
  await button(page).click();
  await expect.poll(async () => (await opened).url()).toMatch(/^chrome-error:/);
});

test('data-target takes precedence over every other rule', async ({ page }) => {
  await openFrame(page, {}, markup('data-target="_blank"'));
  await expect(button(page)).toHaveAttribute('target', '_blank');
  await expectNewTab(page, () => button(page).click());
  const sandbox = `allow-scripts allow-top-navigation ${popups}`;
  await openFrame(page, { sandbox }, markup('data-target="_top"'));
  await expect(button(page)).toHaveAttribute('target', '_top');
  await button(page).click();
  await expectWholeWindow(page);
});

test('an unknown data-target is ignored', async ({ page }) => {
  await openFrame(page, {}, markup('data-target="elsewhere"'));
  await expect(button(page)).toHaveAttribute('target', '_top');
});

test('outside a frame the button uses the same window or data-target', async ({ page }) => {
  const own = page.locator('#kpi_id_signin a[part=button]');
  await openHost(page, { body: markup() });
  await expect(own).toBeVisible();
  await expect(own).not.toHaveAttribute('target', /./);
  await page.locator('#kpi_id_signin').evaluate((element) => {
    element.setAttribute('data-target', '_blank');
    window.KPIID?.init();
  });
  await expect(own).toHaveAttribute('target', '_blank');
  const opened = page.context().waitForEvent('page');
  await own.click();
  await (await opened).waitForURL(signInOpened);
  await expect(own).toBeVisible();
});

test('a page in a frame can cancel the click', async ({ page }) => {
  const stop =
    "<script>addEventListener('kpi-id:click',e=>{e.preventDefault();document.title='stopped'})</script>";
  await openFrame(page, {}, stop + markup());
  await button(page).click();
  const title = () =>
    framed(page)
      .locator('html')
      .evaluate(() => document.title);
  await expect.poll(title).toBe('stopped');
  await expect(page.locator('iframe')).toBeVisible();
});

test('when the script is blocked, the fallback link opens in the whole window', async ({
  page,
  complaints,
}) => {
  forgive(complaints, 'Content Security Policy');
  await openHost(page, { body: '', frame: { body: markup(), policy: "script-src 'none'" } });
  await framed(page).getByRole('link', { name: 'Увійти' }).click();
  await expectWholeWindow(page);
});
