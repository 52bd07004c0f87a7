// Sign-in on a device without a browser: it shows a code, a phone brings it. In both languages, with and without
// JavaScript, by the keyboard, on a narrow screen.

import type { Browser, Page } from '@playwright/test';
import {
  applicationId,
  applicationTitle,
  bramaUrl,
  expect,
  expectAccessible,
  expectAccessibleWithoutScripts,
  expectNoSideways,
  fillIn,
  languages,
  sampleUrl,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const client_id = applicationId('tv');
const ways = [true, false].flatMap((javaScriptEnabled) =>
  languages.map((language) => ({ javaScriptEnabled, language })),
);
type Way = (typeof ways)[number];

async function call(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ client_id, ...fields });
  const answer = await fetch(bramaUrl() + path, { method: 'POST', body });
  return answer.json();
}

/** The device: it has no browser, and asks over HTTP. */
const ask = () => call('/oidc/device/auth', { scope: 'openid profile' });
const poll = (device_code: string) =>
  call('/oidc/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code });

async function openPhone(browser: Browser, { javaScriptEnabled, language }: Way, width = 390) {
  const locale = language === 'uk' ? 'uk-UA' : 'en-GB';
  const viewport = { width, height: 844 };
  return browser.newContext({ javaScriptEnabled, locale, viewport });
}

async function judge(page: Page, { javaScriptEnabled }: Way) {
  if (javaScriptEnabled) {
    await takenOver(page);
    await expectAccessible(page);
  } else await expectAccessibleWithoutScripts(page);
  await expectNoSideways(page);
}

for (const way of ways) {
  const { language, javaScriptEnabled } = way;
  const name = `${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`;

  test(`${name}: the user corrects a wrong code and signs in; the device gets an access token`, async ({
    browser,
  }) => {
    const asked = await ask();
    const context = await openPhone(browser, way);
    const page = await context.newPage();
    await page.goto('/device');
    const words = await wordsOf(page, language, 'answers');
    await expect(page.locator('h1')).toHaveText(words.device.title);
    const field = page.getByLabel(words.device.label);
    await expect(field).toBeFocused();
    await judge(page, way);
    await field.fill('bcdf-ghjk');
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toHaveText(words['device-again'].title);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(
      new RegExp(words.device.faults.unknown.slice(0, 20)),
    );
    await judge(page, way);
    await field.fill(asked.user_code.toLowerCase().replace('-', ' '));
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toHaveText(words['device-confirm'].title);
    await expect(page.locator('main')).toContainText(asked.user_code);
    await expect(page.locator('main')).toContainText(applicationTitle('tv', language));
    await expect(page.locator('main')).toContainText(words['device-confirm'].warning);
    await expect(page.locator('main')).toContainText(words['device-confirm']['just-now']);
    await expect(page.locator('main')).toContainText(words['device-confirm'].nobody);
    await judge(page, way);
    await page.getByRole('button', { name: words['device-confirm'].yes }).click();
    await page.waitForURL('**/?appId=*');
    await fillIn(page, 'o.shevchenko');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/device/done');
    await expect(page.locator('h1')).toHaveText(words['device-done'].title);
    await judge(page, way);
    expect((await poll(asked.device_code)).token_type).toBe('Bearer');
    await context.close();
  });

  test(`${name}, narrow screen: the user opens the QR code address and refuses; the device gets an error`, async ({
    browser,
  }) => {
    const asked = await ask();
    const context = await openPhone(browser, way, 320);
    const page = await context.newPage();
    await startSession(page);
    await page.goto(asked.verification_uri_complete);
    const words = await wordsOf(page, language, 'answers');
    await expect(page.locator('h1')).toHaveText(words['device-confirm'].title);
    await expect(page.locator('main')).toContainText(asked.user_code);
    await judge(page, way);
    expect((await poll(asked.device_code)).error).toBe('authorization_pending');
    // the other language asks the same, and back
    const other = await wordsOf(page, language === 'uk' ? 'en' : 'uk', 'answers');
    await page.locator('header a[hreflang]').click();
    await expect(page.locator('h1')).toHaveText(other['device-confirm'].title);
    await expect(page.locator('main')).toContainText(asked.user_code);
    await page.locator('header a[hreflang]').click();
    await expect(page.locator('h1')).toHaveText(words['device-confirm'].title);
    // by the keyboard alone
    const refuse = page.getByRole('button', { name: words['device-confirm'].no, exact: true });
    const accept = page.getByRole('button', { name: words['device-confirm'].yes });
    await accept.focus();
    await page.keyboard.press('Tab');
    await expect(refuse).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/device/refused');
    await expect(page.locator('h1')).toHaveText(words['device-refused'].title);
    await judge(page, way);
    expect((await poll(asked.device_code)).error).toBe('access_denied');
    // the way back leads nowhere
    await page.goto(asked.verification_uri_complete);
    await expect(page.locator('main')).toContainText(words.device.faults.used);
    await context.close();
  });
}

test('a TV shows a code, signs in after confirmation on a phone, and signs out separately', async ({
  browser,
}) => {
  const tv = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await tv.goto(`${sampleUrl()}/tv`);
  await expect(tv.locator('.qr svg')).toBeVisible();
  const code = (await tv.locator('.code').textContent()) ?? '';
  const context = await openPhone(browser, { javaScriptEnabled: true, language: 'uk' });
  const phone = await context.newPage();
  await startSession(phone);
  await phone.goto('/device');
  const words = await wordsOf(phone, 'uk', 'answers');
  await phone.getByLabel(words.device.label).fill(code);
  await phone.keyboard.press('Enter');
  await phone.getByRole('button', { name: words['device-confirm'].yes }).click();
  await phone.waitForURL('**/device/done');
  await expect(tv.locator('.who')).toBeVisible();
  // the phone leaves, the TV stays
  const headers = { origin: bramaUrl() };
  await phone.request.post(`${bramaUrl()}/api/auth/logout`, { headers });
  await tv.reload();
  await expect(tv.locator('.who')).toBeVisible();
  await tv.getByRole('button').click();
  await expect(tv.locator('.code')).toBeVisible();
  await expect(tv.locator('.code')).not.toHaveText(code);
  await context.close();
  await tv.context().close();
});

for (const size of ['100%', '200%'])
  test(`the widest code fits its field on a narrow screen, text at ${size}`, async ({
    browser,
  }) => {
    const context = await openPhone(browser, { javaScriptEnabled: true, language: 'uk' }, 320);
    const page = await context.newPage();
    await page.goto('/device');
    const { device } = await wordsOf(page, 'uk', 'answers');
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    const field = page.getByLabel(device.label);
    await field.fill('WWWW-WWWW');
    await expect
      .poll(() => field.evaluate((input) => input.scrollWidth - input.clientWidth))
      .toBeLessThanOrEqual(0);
    await expectNoSideways(page);
    await context.close();
  });
