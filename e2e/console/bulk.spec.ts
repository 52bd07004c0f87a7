// Bulk changes in the console: pasted usernames get access until a day, and a mistake is reverted.

import { addUser } from '../support/administration.ts';
import { expect, expectAccessible, expectNoSideways, test } from '../support/brama.ts';
import { openConsole, startAdministration } from '../support/console.ts';

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
