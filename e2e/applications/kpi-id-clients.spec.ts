// The buttons of three public clients of KPI ID, in pages that include them as their code does. What differs is listed in
// docs/moving-from-kpi-id.md.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import {
  applicationId,
  bramaUrl,
  expect,
  fillIn,
  forgive,
  sampleUrl,
  startSession,
  submit,
  test,
} from '../support/brama.ts';
import { openHost } from '../support/host-page.ts';

const appId = applicationId('campus');
const button = (page: Page) => page.locator('#kpi_id_signin a[part=button]');

async function expectTicket(page: Page) {
  await page.waitForURL(`${sampleUrl()}/campus**`);
}

test('kpi-id-button: the README page works when init() runs before the script loads', {
  tag: '@journey',
}, async ({ page }) => {
  const tag = `<div id="kpi_id_signin" data-app-id="${appId}" data-size="large" data-logo-alignment="left" data-locale="uk" data-color="brand"></div>`;
  const scripts = `<script src="${bramaUrl()}/kpi-id-signin.js" async=""></script><script>const isInitialized=true;if(window.KPIID&&isInitialized){window.KPIID.init()}</script>`;
  await openHost(page, { body: tag + scripts });
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/?appId=${appId}`);
  await button(page).click();
  await fillIn(page);
  await submit(page);
  await expectTicket(page);
});

test('kpi-id-button: the demo replaces the element and calls init() 1 ms later', async ({
  page,
}) => {
  await openHost(page, { body: '<div id="demo"></div>' });
  for (const [size, height] of [
    ['', '48px'],
    ['data-size="small" data-dev-mode="true"', '32px'],
  ] as const) {
    await page.evaluate(
      ([address, html]) => {
        const script = document.createElement('script');
        script.src = address;
        script.async = true;
        document.body.append(script);
        const demo = document.querySelector('#demo');
        if (demo) demo.innerHTML = html;
        setTimeout(() => window.KPIID?.init(), 1);
      },
      [
        `${bramaUrl()}/kpi-id-signin.js`,
        `<div id="kpi_id_signin" data-app-id="${appId}" ${size}></div>`,
      ] as const,
    );
    // differs: the default size, and the element stays
    await expect(button(page)).toHaveCSS('min-height', height);
    await expect(page.locator('#kpi_id_signin')).toHaveCount(1);
    // differs: developer mode leads to the same Brama
    await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/?appId=${appId}`);
  }
  await expect(button(page)).toHaveCSS('outline-style', 'dashed');
});

test('ecampus.kpi.ua: the button works in a wrapper with a late script and init() in onReady', async ({
  page,
}) => {
  const wrapped = `<div><div id="kpi_id_signin" data-app-id="${appId}" data-size="large" data-logo-alignment="left" data-locale="en" data-color="brand" data-full-width="true" data-dev-mode="false"></div></div>`;
  await openHost(page, { body: wrapped });
  await page.evaluate((address) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => window.KPIID?.init();
    document.body.append(script);
  }, `${bramaUrl()}/kpi-id-signin.js`);
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/en/?appId=${appId}`);
  await expect(button(page)).toHaveCSS('outline-style', 'none');
  await startSession(page);
  await button(page).click();
  await expectTicket(page);
});

test('vote-oss: the link to the Diia page works without and with a session', async ({ page }) => {
  const link = `<a href="${bramaUrl()}/uk/diia?appId=${appId}">Увійти з KPI ID</a>`;
  await openHost(page, { body: link });
  await page.getByRole('link').click();
  await expect(page).toHaveURL(`${bramaUrl()}/uk/diia?appId=${appId}`);
  await expect(page.locator('h1')).toBeVisible();
  await startSession(page);
  await openHost(page, { body: link });
  await page.getByRole('link').click();
  await expectTicket(page);
});

test('vote-oss: another site cannot get a Diia code or the confirmation status from Brama', async ({
  page,
  complaints,
}) => {
  forgive(complaints, 'blocked by CORS policy');
  forgive(complaints, 'ERR_FAILED');
  await openHost(page, { body: '' });
  const answers = await page.evaluate(async (brama) => {
    const ask = (path: string) =>
      fetch(`${brama}${path}`, { credentials: 'include' }).then(
        ({ status }) => status,
        () => 'refused',
      );
    return [await ask('/api/diia/app-link'), await ask('/api/diia/check-request?requestId=x')];
  }, bramaUrl());
  expect(answers).toEqual(['refused', 'refused']);
});
