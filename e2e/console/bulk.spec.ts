// Bulk changes in the console: pasted usernames get access until a day, and a mistake is reverted.

import { randomUUID } from 'node:crypto';
import { addGroup, addUser } from '../support/administration.ts';
import {
  expect,
  expectAccessible,
  expectNoSideways,
  test,
  writeToDatabase,
} from '../support/brama.ts';
import { demoUserWith, openConsole, startAdministration } from '../support/console.ts';

/** Counts what the user clicks and chooses; typing is no click. */
function clicker() {
  let clicks = 0;
  return {
    click: async (part: { click(): Promise<void> }) => {
      clicks += 1;
      await part.click();
    },
    count: () => clicks,
  };
}

test('200 pasted usernames get access until 30 June, and it is reverted', async ({ page }) => {
  test.slow();
  const names = Array.from(
    { length: 200 },
    (_, index) => addUser({ prefix: `bulk${index}`, groups: [] }).username,
  );
  await startAdministration(page, 'administrator');
  await openConsole(page, '/bulk');
  const { click, count } = clicker();
  await click(page.getByRole('link', { name: 'Change many users' }).first());
  await page.getByLabel('Usernames').fill([...names, 'no-such-user'].join('\n'));
  // one click opens the list, another chooses
  const group = page.getByLabel('Group', { exact: true });
  await click({ click: async () => void (await group.selectOption('students')) });
  await page.getByLabel(/^Last day/).fill('2030-06-30');
  await click(page.getByRole('button', { name: 'Preview' }));
  await expect(page.getByRole('status').filter({ hasText: 'users will change' })).toContainText(
    '200 users will change',
  );
  await expect(page.getByText('There’s no such user').first()).toBeVisible();
  await expect(page.getByText('You can undo it: users then have')).toBeVisible();
  await page.getByLabel('Number of users').fill('20');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('It’s not 200.')).toBeVisible();
  await page.getByLabel('Number of users').fill('200');
  await click(page.getByRole('button', { name: 'Start' }));
  await expect(page.getByText('200 users changed.')).toBeVisible({ timeout: 60_000 });
  expect(count()).toBeLessThanOrEqual(6);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('30 Jun 2030');

  const undo = clicker();
  await page.getByLabel('Number of users to change back').fill('200');
  await undo.click(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Undo: /);
  await expect(page.getByText('200 users changed.')).toBeVisible({ timeout: 60_000 });
  expect(undo.count()).toBeLessThanOrEqual(2);
});

/** Adds many users in one statement. Returns their usernames. */
function addMany(count: number): string[] {
  const id = randomUUID();
  const prefix = `stop.${id.slice(0, 13)}.`;
  writeToDatabase(
    `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ?)
    insert into users (id, username, username_key, full_name, data, groups, disabled, version, created_at, updated_at)
    select ? || printf('%04x', n), ? || n, ? || n, 'Сич Олена', '{}', '[]', 0, 1, ?, ? from numbers`,
    count,
    id.slice(0, -4),
    prefix,
    prefix,
    Date.now(),
    Date.now(),
  );
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

test('a running change is stopped: some users are changed, the others are not', async ({
  page,
}) => {
  test.slow();
  const names = addMany(2000);
  await startAdministration(page, 'administrator');
  await openConsole(page, '/bulk/new?act=disable');
  await page.getByLabel('Usernames').fill(names.join('\n'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Number of users').fill('2000');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  const state = page.getByRole('status').filter({ hasText: /Stopped after/ });
  await expect(state).toBeVisible();
  const changed = Number(/\d+/.exec((await state.textContent()) ?? '')?.[0]);
  expect(changed).toBeLessThan(2000);
  const counted = (name: string) =>
    page.locator('main dl > div').filter({ hasText: name }).locator('dd').first();
  await expect(counted('Not changed yet')).toHaveText(/\d/);
  const waiting = Number((await counted('Not changed yet').innerText()).replaceAll(/\D/g, ''));
  expect(changed + waiting).toBe(2000);
  await page.getByLabel('Result').selectOption('Not changed yet');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('table').getByText('Not changed yet').first()).toBeVisible();
  await expect(page.getByRole('table').getByText(/^Changed$/)).toHaveCount(0);
});

test('an operator changes users, but no higher role, own account or foreign group', async ({
  page,
}) => {
  const { username } = addUser({ prefix: 'operated', groups: [] });
  const group = `foreign-${randomUUID()}`;
  addGroup(group);
  await startAdministration(page, 'operator');
  await openConsole(page, '/bulk/new?act=disable');
  const operator = demoUserWith('operator');
  await page
    .getByLabel('Usernames')
    .fill([username, operator, demoUserWith('administrator')].join(', '));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('1 user will change.')).toBeVisible();
  const left = page.locator('#exceptions');
  await expect(left.getByText('The user has a higher role than you')).toBeVisible();
  await expect(left.getByText('It’s your own account')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('1 user changed.')).toBeVisible();

  await openConsole(page, '/bulk/new?act=add-to-group');
  await page.getByLabel('Usernames').fill(username);
  await expect(page.getByText('You can give only groups of which you’re a member.')).toBeVisible();
  const groups = page.getByLabel('Group', { exact: true }).getByRole('option');
  await expect(groups.first()).toHaveText('Choose a group');
  await expect(groups.filter({ hasText: group })).toHaveCount(0);
});

test('selected rows are those of the page, and a filter finds all users', async ({ page }) => {
  const group = `selected-${randomUUID()}`;
  for (let index = 0; index < 52; index += 1) addUser({ prefix: `sel${index}`, groups: [group] });
  await startAdministration(page, 'administrator');
  await openConsole(page, `/users?group=${group}`);
  const rows = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(rows).toHaveCount(50);
  await rows.first().check();
  await expect(page.getByText('1 user selected')).toBeVisible();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(2);
  // an action never reaches a row that is not on the screen
  await expect(page.getByText('user selected')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await expect(page.getByText('2 users selected')).toBeVisible();
  await page.getByRole('button', { name: 'Change the selected users' }).click();
  await expect(page.getByText('2 selected users.')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Change all users whom these filters find' }).click();
  await expect(page.getByText('All users who match the filters of the list.')).toBeVisible();
  await page.getByLabel('What to do').selectOption('Disable');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('52 users will change.')).toBeVisible();
});

test('a pasted list with mistakes: each user counts once, unknown names are shown as typed', async ({
  page,
}) => {
  const [first, second] = ['pasted1', 'pasted2'].map(
    (prefix) => addUser({ prefix, groups: [] }).username,
  );
  await startAdministration(page, 'administrator');
  await openConsole(page, '/bulk/new?act=disable');
  await page
    .getByLabel('Usernames')
    .fill(`${first}; ${first?.toUpperCase()}\n\n ${second},${second}\tNo-Such.User no-such.user`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('2 users will change.')).toBeVisible();
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(4);
  const unknown = table.getByRole('row').filter({ hasText: 'There’s no such user' });
  await expect(unknown).toHaveCount(1);
  await expect(unknown).toContainText(/no-such\.user/i);
});

test('the pages are accessible on a phone and a desktop', async ({ page }) => {
  const { username } = addUser({ prefix: 'once', groups: [] });
  await startAdministration(page, 'administrator');
  await openConsole(page, '/bulk/new');
  await page.getByLabel('Usernames').fill(`${username} no-such-user`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Choose a group.')).toBeVisible();
  await page.getByLabel('Group', { exact: true }).selectOption('students');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/);
  const { pathname } = new URL(page.url());
  for (const path of ['/bulk', '/bulk/new?act=disable', pathname.replace('/en/admin', '')])
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
