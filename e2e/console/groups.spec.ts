// Groups in the console.

import { addGroup, addLink, addUser } from '../support/administration.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/brama.ts';
import { openConsole, startAdministration } from '../support/console.ts';

test('an administrator creates a group, and adds a member until 30 June', async ({ page }) => {
  const { username } = addUser({
    prefix: 'member',
    fullName: 'Учасник Устим Улянович',
    groups: [],
  });
  await startAdministration(page, 'administrator');
  await openConsole(page, '/groups/new');
  const name = `course-${Date.now()}`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel(/^Title in Ukrainian/).fill('Курс');
  await page.getByLabel(/^Title in English/).fill('Course');
  await page.getByRole('button', { name: 'Create a group' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Course');
  await page.getByRole('button', { name: 'Add a member' }).click();
  await page.getByRole('combobox', { name: 'User' }).fill(username);
  await page.getByRole('option', { name: /Учасник/ }).click();
  await page.getByLabel(/^Until/).fill('2030-06-30T23:59');
  await page.getByRole('button', { name: 'Add a member' }).click();
  await expect(page.getByRole('row', { name: /Учасник/ })).toContainText('30 Jun 2030');
});

test('an operator sees who of a group cannot open an application, and why', async ({ page }) => {
  const group = `visitors-${Date.now()}`;
  addUser({ prefix: 'visitor', fullName: 'Гість Гліб Глібович', groups: [group] });
  const title = { uk: `Архів ${group}`, en: `Archive ${group}` };
  addGroup('console-archive');
  addLink('console-archive', { title, description: title, category: null });
  await startAdministration(page, 'operator');
  await openConsole(page, `/groups/${group}`);
  await page.getByRole('combobox', { name: 'Application' }).fill('Archive visitors');
  await page.getByRole('option', { name: title.en }).click();
  await expect(page.getByText(`1 member cannot open “${title.en}”`)).toBeVisible();
  await expect(page.locator('#refused table').getByText('no access by the rule')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Гість Гліб Глібович' }).last().click();
  await expect(page.getByText('The user can sign in, but not open this application')).toBeVisible();
});

test('the pages are accessible on a phone and a desktop', async ({ page }) => {
  await startAdministration(page, 'administrator');
  for (const path of ['/groups', '/groups/new', '/groups/students'])
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
