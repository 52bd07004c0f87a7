// The frame of the console: who gets it, navigation, search, step-up, and the end of a session.

import {
  expect,
  expectAccessible,
  expectNoSideways,
  forgive,
  signInByForm,
  test,
} from '../support/brama.ts';
import { demoUserWith, openConsole, startAdministration } from '../support/console.ts';

test('the search leads to a user and back, by keyboard', { tag: '@journey' }, async ({ page }) => {
  await startAdministration(page, 'operator');
  await openConsole(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('shevch');
  const option = page.getByRole('option', { name: /shevchenko/ }).first();
  await expect(option).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/en\/admin\/users\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start');
  // the page of the user is among those opened recently
  await expect(
    page.getByRole('main').getByRole('link', { name: /Shevchenko|Шевченко/ }),
  ).toBeVisible();
});

test('users without a role get the not-found page', async ({ page, complaints }) => {
  await signInByForm(page, 'o.shevchenko', 'en');
  const answer = await page.goto('/en/admin/users');
  forgive(complaints, 404);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('navigation', { name: 'People' })).toHaveCount(0);
});

test('without JavaScript the console says so, and leads to the account', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/en/');
  await page.locator('#username').fill(demoUserWith('auditor'));
  await page.locator('#current-password').fill('brama-demo-2026');
  await page.locator('button[type=submit]').click();
  await page.goto('/en/admin');
  const later = page.getByRole('button', { name: 'Not now', exact: true });
  if (await later.isVisible()) {
    await later.click();
    await page.goto('/en/admin');
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Administration needs JavaScript',
  );
  await expect(page.getByRole('link', { name: 'To your account' })).toBeVisible();
  await context.close();
});

test('a page says that the session has ended, and the sign-in leads back to it', async ({
  page,
  complaints,
}) => {
  await startAdministration(page, 'auditor');
  await openConsole(page, '/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
  const other = await page.context().newPage();
  await other.goto('/en/apps');
  await other.locator('summary').first().click();
  await other.locator('#account-menu').getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL(/signed-out|\/en\/$/);
  await page.bringToFront();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/en/');
  await page.locator('#username').fill(demoUserWith('auditor'));
  await page.locator('#current-password').fill('brama-demo-2026');
  await page.locator('button[type=submit]').click();
  const later = page.getByRole('button', { name: 'Not now', exact: true });
  await later.click();
  await page.waitForURL(/\/en\/admin\/no-such-page$/);
  expect(complaints).toEqual([]);
});

test('the frame is accessible on a phone and a desktop, in both colour schemes', async ({
  page,
}) => {
  await startAdministration(page, 'administrator');
  await openConsole(page);
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectNoSideways(page);
    await expectAccessible(page);
  }
});
