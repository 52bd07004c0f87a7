// Sign-in on a device without a browser: it shows a code, a phone brings it. With and without JavaScript, by the
// keyboard. The rules are tested in packages/server/src/applications/oidc/device.

import {
  applicationId,
  applicationTitle,
  bramaUrl,
  expect,
  expectNoSideways,
  fillIn,
  forgive,
  sampleUrl,
  startSession,
  test,
  wordsOf,
} from '../support/brama.ts';
import { inEveryWay } from '../support/ways.ts';

const client_id = applicationId('tv');

async function call(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ client_id, ...fields });
  const answer = await fetch(bramaUrl() + path, { method: 'POST', body });
  return answer.json();
}

/** The device: it has no browser, and asks over HTTP. */
const ask = () => call('/oidc/device/auth', { scope: 'openid profile' });
const poll = (device_code: string) =>
  call('/oidc/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code });

inEveryWay(({ language, javaScriptEnabled }) => {
  test('the user corrects a wrong code and signs in; the device gets an access token', {
    tag: javaScriptEnabled ? '@journey' : [],
  }, async ({ page, complaints }) => {
    const asked = await ask();
    await page.goto('/device');
    const words = await wordsOf(page, language, 'interaction');
    await expect(page.locator('h1')).toHaveText(words.device.title);
    const field = page.getByLabel(words.device.label);
    await expect(field).toBeFocused();
    await field.fill('bcdf-ghjk');
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toHaveText(words['device-again'].title);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(
      new RegExp(words.device.errors.unknown.slice(0, 20)),
    );
    await field.fill(asked.user_code.toLowerCase().replace('-', ' '));
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toHaveText(words['device-confirm'].title);
    await expect(page.locator('main')).toContainText(asked.user_code);
    await expect(page.locator('main')).toContainText(applicationTitle('tv', language));
    await expect(page.locator('main')).toContainText(words['device-confirm'].warning);
    await expect(page.locator('main')).toContainText(words['device-confirm']['just-now']);
    await expect(page.locator('main')).toContainText(words['device-confirm']['not-signed-in']);
    await page.getByRole('button', { name: words['device-confirm'].yes }).click();
    await page.waitForURL('**/?appId=*');
    await fillIn(page, 'o.shevchenko');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/device/done');
    await expect(page.locator('h1')).toHaveText(words['device-done'].title);
    expect((await poll(asked.device_code)).token_type).toBe('Bearer');
    // the wrong code
    forgive(complaints, 404);
  });
});

test('the user opens the QR code address and refuses by keyboard; the device gets an error', async ({
  page,
  complaints,
}) => {
  const asked = await ask();
  await startSession(page);
  await page.goto(asked.verification_uri_complete);
  const words = await wordsOf(page, 'uk', 'interaction');
  await expect(page.locator('h1')).toHaveText(words['device-confirm'].title);
  await expect(page.locator('main')).toContainText(asked.user_code);
  expect((await poll(asked.device_code)).error).toBe('authorization_pending');
  // by the keyboard alone
  const refuse = page.getByRole('button', { name: words['device-confirm'].no, exact: true });
  const accept = page.getByRole('button', { name: words['device-confirm'].yes });
  await accept.focus();
  await page.keyboard.press('Tab');
  await expect(refuse).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/device/refused');
  await expect(page.locator('h1')).toHaveText(words['device-refused'].title);
  expect((await poll(asked.device_code)).error).toBe('access_denied');
  // the way back leads nowhere
  await page.goto(asked.verification_uri_complete);
  await expect(page.locator('main')).toContainText(words.device.errors.used);
  forgive(complaints, 410);
});

test('a TV shows a code, signs in after confirmation on a phone, and signs out separately', async ({
  page: phone,
  browser,
}) => {
  const tv = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await tv.goto(`${sampleUrl()}/tv`);
  await expect(tv.locator('.qr svg')).toBeVisible();
  const code = (await tv.locator('.code').textContent()) ?? '';
  await startSession(phone);
  await phone.goto('/device');
  const words = await wordsOf(phone, 'uk', 'interaction');
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
  await tv.context().close();
});

test('the widest code fits its field on a narrow screen, also with large text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto('/device');
  const { device } = await wordsOf(page, 'uk', 'interaction');
  const field = page.getByLabel(device.label);
  // without an event, which would send the code
  await field.evaluate((input: HTMLInputElement) => {
    input.value = 'WWWW-WWWW';
  });
  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    await expect
      .poll(() => field.evaluate((input) => input.scrollWidth - input.clientWidth))
      .toBeLessThanOrEqual(0);
    await expectNoSideways(page);
  }
});
