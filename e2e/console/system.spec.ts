// Oversight and system in the console: events, approvals, roles, tokens, keys, self-registrations.

/// <reference lib="dom" />

import { addUser } from '../support/administration.ts';
import {
  expect,
  expectAccessible,
  expectNoSideways,
  forgive,
  pretendFactor,
  test,
} from '../support/brama.ts';
import { openConsole, startAdministration } from '../support/console.ts';

test('an auditor finds out who disabled a user', { tag: '@journey' }, async ({ page, browser }) => {
  const { id, username } = addUser({ prefix: 'audited', fullName: 'Перевірений Павло Павлович' });
  const other = await browser.newPage();
  await startAdministration(other, 'administrator');
  await openConsole(other, `/users/${id}`);
  await other.getByRole('button', { name: 'Disable', exact: true }).click();
  await other.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(other.getByText('The user cannot sign in now')).toBeVisible();
  await other.close();
  await startAdministration(page, 'auditor');
  await openConsole(page, `/users/${id}`);
  await expect(page.getByRole('button', { name: 'Enable' })).toHaveCount(0);
  await page.getByRole('link', { name: 'What happened to the user' }).click();
  const row = page.getByRole('row', { name: /User disabled/ });
  await expect(row).toContainText('a.bondar');
  await expect(row).toContainText(username);
  await page.getByLabel('Type of event').selectOption({ label: 'User disabled' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/type=user\.disabled/);
  await expect(page.getByRole('row', { name: /User viewed/ })).toHaveCount(0);
  await expect(row).toBeVisible();
});

test('a token is created and shown once', async ({ page }) => {
  await startAdministration(page, 'auditor');
  await openConsole(page, '/tokens/new');
  await page.getByLabel('Name').fill('report');
  await page.getByLabel('events.read').check();
  await page.getByRole('button', { name: 'Create a token' }).click();
  await expect(page.getByText('Store this now')).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).not.toContain(await page.locator('code').innerText());
  await page.getByRole('link', { name: 'To the list of tokens' }).click();
  const row = page.getByRole('row', { name: /report/ }).first();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a weak session is asked to confirm, and the action then runs with what was entered', async ({
  page,
  complaints,
}) => {
  forgive(complaints, 403);
  await startAdministration(page, 'administrator', { isStrong: false });
  await openConsole(page, '/tokens/new');
  await page.getByLabel('Name').fill('step-up');
  await page.getByLabel('events.read').check();
  await page.getByRole('button', { name: 'Create a token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toBeVisible();
  await pretendFactor(page);
  // as on the return from the other tab
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByText('Store this now')).toBeVisible();
});

test('an administrator requests a role for another user, and sees that it waits', async ({
  page,
}) => {
  const { id } = addUser({ prefix: 'promoted', fullName: 'Підвищена Поліна Павлівна' });
  await startAdministration(page, 'administrator');
  await openConsole(page, `/users/${id}`);
  await page.locator('#roles').getByRole('button', { name: 'Grant' }).nth(1).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Grant' }).click();
  await expect(page.locator('#roles').getByRole('button', { name: 'Revoke' })).toBeVisible();
  await openConsole(page, '/roles?role=operator');
  await expect(page.getByRole('row', { name: /promoted/ }).first()).toBeVisible();
});

test('an administrator checks the installation, and an auditor is not offered it', async ({
  page,
  browser,
}) => {
  const other = await browser.newPage();
  await startAdministration(other, 'auditor');
  await openConsole(other, '/status');
  await expect(other.getByRole('heading', { name: 'Background work' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Check the installation' })).toHaveCount(0);
  await other.close();
  await startAdministration(page, 'administrator');
  await openConsole(page, '/status');
  const section = page.getByRole('region', { name: 'Check the installation' });
  await section.getByRole('button', { name: 'Run the checks' }).click();
  await section.getByText(/^Fine: \d+$/).click();
  await expect(section.getByText('All settings are valid.')).toBeVisible();
  await expect(section.getByText(/its schema is that of this release/)).toBeVisible();
  await section.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(section.getByText(/^A test email was sent to \S+@/)).toBeVisible();
  await expectAccessible(page);
});

test('the pages are accessible on a phone and a desktop', async ({ page }) => {
  await startAdministration(page, 'administrator');
  for (const path of [
    '/events',
    '/approvals',
    '/roles',
    '/tokens',
    '/tokens/new',
    '/keys',
    '/registrations',
    '/settings',
    '/status',
    '/statistics?period=month',
  ])
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await openConsole(page, path);
      await expect(page.getByText('Loading…')).toHaveCount(0);
      await expectNoSideways(page);
      await expectAccessible(page);
    }
});
