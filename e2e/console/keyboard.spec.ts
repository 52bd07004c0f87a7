// The most frequent tasks of the console by keyboard alone. Every part is reached by Tab and found by its role and name, as with a
// screen reader.

import type { Locator, Page } from '@playwright/test';
import { addGroup, addUser } from '../support/administration.ts';
import { expect, startSession, tabTo, test } from '../support/brama.ts';
import { openConsole, startAdministration } from '../support/console.ts';

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Finds a user by the search in the header. */
async function find(page: Page, username: string) {
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(username);
  await expect(page.getByRole('option', { name: new RegExp(username) })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/users\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Nothing prevents the sign-in')).toBeVisible();
}

test('an operator helps a user by keyboard', async ({ page, browser }) => {
  test.slow();
  const { username } = addUser({ prefix: 'keys', fullName: 'Клавішна Катерина Кирилівна' });
  const other = await browser.newPage();
  await startSession(other, username);
  await other.close();
  await startAdministration(page, 'operator');
  await openConsole(page);
  await find(page, username);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');

  await press(page, button('End all sessions'));
  await press(page, dialog.getByRole('button', { name: 'End all sessions' }));
  await expect(page.getByText('The user is not signed in anywhere.')).toBeVisible();

  await press(page, button('Disable'));
  await expect(page.getByRole('textbox', { name: /^Reason for disabling/ })).toBeFocused();
  await page.keyboard.type('a lost phone');
  await press(page, button('Disable'));
  await expect(page.getByText('The user cannot sign in now')).toBeVisible();
  await press(page, page.locator('#why').getByRole('button', { name: 'Enable' }));
  await expect(page.getByText('Nothing prevents the sign-in')).toBeVisible();

  await press(page, button('Issue an access code'));
  await type(page, dialog.getByRole('textbox', { name: 'Reason' }), 'a lost phone');
  await press(page, dialog.getByRole('button', { name: 'Issue an access code' }));
  await expect(dialog.getByText('Access code:')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await press(page, button('Change the data'));
  await type(page, page.getByRole('textbox', { name: /^Given name/ }), 'Катерина');
  await press(page, button('Save'));
  await expect(page.locator('#record').getByText('Катерина', { exact: true })).toBeVisible();
});

test('an administrator gives access by keyboard', async ({ page }) => {
  test.slow();
  const { username } = addUser({ prefix: 'keys-group', groups: [] });
  const group = `keys-${Date.now()}`;
  addGroup(group);
  await startAdministration(page, 'administrator');
  await openConsole(page);
  await find(page, username);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await press(page, button('Add to a group'));
  await tabTo(page, page.getByRole('combobox', { name: 'Group' }));
  await page.keyboard.type(group);
  await press(page, page.locator('#groups form').getByRole('button', { name: 'Save' }));
  await expect(page.locator('#groups').getByRole('rowheader', { name: group })).toBeVisible();

  await openConsole(page, '/users/new');
  const created = `keys.new.${Date.now()}`;
  await type(page, page.getByRole('textbox', { name: 'Username' }), created);
  await type(page, page.getByRole('textbox', { name: 'Full name' }), 'Нова Надія Назарівна');
  await press(page, button('Create'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нова Надія Назарівна');

  await openConsole(page, '/users');
  await type(page, page.locator('main').getByLabel('Search', { exact: true }), created);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 user found')).toBeVisible();
  await press(page, page.getByRole('checkbox', { name: /^Select Нова/ }), 'Space');
  await press(page, button('Change the selected users'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change many users');

  await openConsole(page, '/events');
  await tabTo(page, page.getByRole('combobox', { name: 'Type of event' }));
  await page.keyboard.type('User created');

  await press(page, page.getByRole('button', { name: 'Apply' }));
  await expect(page.getByRole('row').nth(1)).toContainText('created');
});
