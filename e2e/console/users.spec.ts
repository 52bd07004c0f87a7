// Users in the console: finding one, explaining why the sign-in fails, and helping.

import { readFile } from 'node:fs/promises';
import { addUser } from '../support/administration.ts';
import { expect, expectAccessible, expectNoSideways, tabTo, test } from '../support/brama.ts';
import { openConsole, startAdministration } from '../support/console.ts';

test('an operator finds out why a user cannot sign in, and helps', { tag: '@journey' }, async ({
  page,
}) => {
  const { username } = addUser({ prefix: 'disabled', fullName: 'Закритий Захар Зенонович' });
  await startAdministration(page, 'operator');
  await openConsole(page, `/users?q=${username}`);
  await page.getByRole('link', { name: 'Закритий Захар Зенонович' }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByLabel('Reason for disabling').fill('left the university');
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('disabled the account: left the university')).toBeVisible();
  await expect(page.getByText('The user cannot sign in now')).toBeVisible();

  // the user calls: one search, and at most three clicks
  await openConsole(page);
  await page.getByRole('combobox', { name: 'Search' }).fill(username);
  await expect(page.getByRole('option', { name: /Закритий/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('disabled the account: left the university')).toBeVisible();
  await page.locator('#why').getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText('Nothing prevents the sign-in')).toBeVisible();
});

test('the page of a user prints the content alone, black on white', async ({ page }) => {
  const { username } = addUser({ prefix: 'printed', fullName: 'Друкований Данило Дмитрович' });
  await startAdministration(page, 'administrator');
  await page.emulateMedia({ colorScheme: 'dark' });
  await openConsole(page, `/users?q=${username}`);
  await page.getByRole('link', { name: 'Друкований Данило Дмитрович' }).click();
  await expect(page.getByRole('heading', { name: 'Sign-in methods' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(page.locator('dt', { hasText: 'Full name' })).toBeVisible();
  await expect(
    page.locator('header, nav, button, form, search').filter({ visible: true }),
  ).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(0, 0, 0)');
});

test('an operator asks what would happen by another method and at another time', async ({
  page,
}) => {
  const { id } = addUser({ prefix: 'supposed', fullName: 'Умовна Уляна Устимівна' });
  await startAdministration(page, 'operator');
  await openConsole(page, `/users/${id}`);
  await expect(page.getByText('Nothing prevents the sign-in')).toBeVisible();
  const ask = page.getByRole('search', { name: 'What if…' });
  await ask.locator('summary').click();
  await ask.getByLabel('Way to sign in').selectOption('passkey');
  await ask.getByLabel('Date and time').fill('2031-02-03T10:00');
  await ask.getByRole('button', { name: 'Apply' }).click();
  // fields that are empty stay out of the address
  await expect(page).toHaveURL(/\?method=passkey&at=2031-02-03T10%3A00$/);
  await expect(page.getByText('In this case the user cannot sign in')).toBeVisible();
  await expect(page.getByText('Checked: way to sign in: passkey, time: 3 Feb 2031')).toBeVisible();
  await page.getByRole('combobox', { name: 'Check access' }).fill('Electronic campus');
  await page.getByRole('option', { name: /Electronic campus/ }).click();
  await expect(page).toHaveURL(/application=/);
  await expect(page.getByText('application: Electronic campus')).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/application=/);
  await page.getByRole('link', { name: 'Check as it is now' }).click();
  await expect(page.getByText('Nothing prevents the sign-in')).toBeVisible();
  await page.goBack();
  await expect(ask.getByLabel('Way to sign in')).toHaveValue('passkey');
});

test('Enter opens the user whose name is typed, not the one found before', async ({ page }) => {
  const first = addUser({ prefix: 'enter-first', fullName: 'Перша Параска Пилипівна' });
  const second = addUser({ prefix: 'enter-second', fullName: 'Друга Дарина Дем’янівна' });
  await startAdministration(page, 'operator');
  await openConsole(page);
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill(first.username);
  await expect(page.getByRole('option', { name: /Перша/ })).toBeVisible();
  await search.fill(second.username);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Друга Дарина Дем’янівна');
});

test('an operator ends the sessions of a user by keyboard alone', async ({ page, browser }) => {
  const { username } = addUser({ prefix: 'sessions', fullName: 'Сесійний Семен Семенович' });
  const other = await browser.newPage();
  const { startSession } = await import('../support/brama.ts');
  await startSession(other, username);
  await other.close();
  await startAdministration(page, 'operator');
  await openConsole(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(username);
  await expect(page.getByRole('option', { name: /Сесійний/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'End all sessions' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('button', { name: 'End all sessions' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('The user is not signed in anywhere.')).toBeVisible();
});

test('an administrator filters the list, and downloads what is seen', async ({ page }) => {
  const fullName = '=Формульний Федір';
  const { username } = addUser({ prefix: 'formula', fullName });
  await startAdministration(page, 'administrator', { isStrong: true });
  await openConsole(page, `/users?q=${username}&hasWayIn=true&sort=-lastSignIn`);
  await expect(page.getByText('1 user found')).toBeVisible();
  const columns = page.locator('details', { hasText: 'Columns' });
  await columns.locator('summary').click();
  await columns.getByLabel('Email').uncheck();
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeHidden();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the list (CSV)' }).click();
  const file = await readFile(await (await downloaded).path(), 'utf8');
  expect(file.split('\r\n').slice(0, 2)).toEqual([
    '\u{FEFF}username,fullName,groups,disabled,lastSignInAt',
    `${username},'${fullName},students,false,`,
  ]);
});

test('an operator sees what the user sees, with a reason', async ({ page }) => {
  const { id } = addUser({ prefix: 'seen', fullName: 'Видна Віра Вікторівна' });
  await startAdministration(page, 'operator');
  await openConsole(page, `/users/${id}`);
  await page.getByRole('link', { name: 'What the user sees' }).click();
  await page.getByRole('textbox', { name: 'Why' }).fill('asked on the phone');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Only to look at')).toBeVisible();
  await expect(page.locator('#applications li').first()).toBeVisible();
  await expectAccessible(page);
  await startAdministration(page, 'auditor');
  await openConsole(page, `/events?userId=${id}`);
  const viewed = page.locator('tr', { hasText: 'What a user sees viewed' });
  await expect(viewed).toContainText('reason: asked on the phone');
  await viewed.getByRole('button').click();
  await expect(page.locator('pre')).toContainText('"reason": "asked on the phone"');
});

test('two administrators change a user at once: both versions are shown', async ({
  page,
  complaints,
}) => {
  const { id } = addUser({ prefix: 'conflict', fullName: 'Подвійний Петро Петрович' });
  await startAdministration(page, 'administrator');
  await openConsole(page, `/users/${id}`);
  await page.getByRole('button', { name: 'Change the data' }).click();
  await page.getByLabel(/^Given name/).fill('Петро');
  await page.getByLabel('Full name', { exact: true }).fill('Подвійний Петро Перший');
  const other = await page.context().newPage();
  await openConsole(other, `/users/${id}`);
  await other.getByRole('button', { name: 'Change the data' }).click();
  await other.getByLabel(/^Given name/).fill('Павло');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('button', { name: 'Change the data' })).toBeVisible();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody else has changed this meanwhile')).toBeVisible();
  await expect(page.getByLabel(/Stored: Павло/)).toBeVisible();
  await page.getByLabel(/Yours: Петро/).check();
  await page.getByRole('button', { name: 'Use the chosen values' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#record').getByText('Петро', { exact: true })).toBeVisible();
  // only one side has changed it
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подвійний Петро Перший');
  expect(complaints.filter((text) => !text.includes('412'))).toEqual([]);
  complaints.splice(0);
  await openConsole(page, `/events?userId=${id}`);
  await expect(page.locator('tr', { hasText: 'changed: Given name' })).toHaveCount(1);
});

test('a draft does not undo what another administrator has stored since', async ({ page }) => {
  const { id } = addUser({ prefix: 'draft', fullName: 'Чернетка Чеслава Чеславівна' });
  await startAdministration(page, 'administrator');
  await openConsole(page, `/users/${id}`);
  await page.getByRole('button', { name: 'Change the data' }).click();
  await page.getByLabel(/^Given name/).fill('Чеслава');
  const other = await page.context().newPage();
  await openConsole(other, `/users/${id}`);
  await other.getByRole('button', { name: 'Change the data' }).click();
  await other.getByLabel(/^Given name/).fill('Чеся');
  await other.getByLabel('Full name', { exact: true }).fill('Чернетка Чеслава Чудова');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('button', { name: 'Change the data' })).toBeFocused();
  await page.bringToFront();
  await page.reload();
  await page.getByRole('button', { name: 'Change the data' }).click();
  await expect(page.getByLabel(/Stored: Чеся/)).toBeVisible();
  await expect(page.getByLabel(/Yours: Чеслава/)).toBeChecked();
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue(
    'Чернетка Чеслава Чудова',
  );
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('an administrator creates a user; refused fields say why', async ({ page, complaints }) => {
  await startAdministration(page, 'administrator');
  await openConsole(page, '/users/new');
  const username = `new.${Date.now()}`;
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Full name').fill('Новенька Надія Назарівна');
  await page.getByLabel(/^Email/).fill('not an address');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByLabel(/^Email/)).toBeFocused();
  await expect(page.getByLabel(/^Email/)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(/^Email/).fill('');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новенька Надія Назарівна');
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
  complaints.splice(0);
});

test('list and page are accessible on a phone and a desktop', async ({ page }) => {
  const { id } = addUser({ prefix: 'accessible' });
  await startAdministration(page, 'administrator');
  for (const path of ['/users', `/users/${id}`, '/users/new'])
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
