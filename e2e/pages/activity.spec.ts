// The activity on the account page, and “This wasn’t me”: with and without JavaScript. Each test has its own user, because
// sessions and passwords end.

import { devices } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  bramaUrl,
  expect,
  password,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const addPerson = (email = true) => addUser({ prefix: 'activity', email }).username;

const section = 'section[aria-labelledby=activity]';

test('sign-ins and failed attempts are listed', { tag: '@journey' }, async ({ page, browser }) => {
  const language = 'en';
  const username = addPerson();
  const words = (await wordsOf(page, language, 'account')).activity;
  const phone = await browser.newContext(devices['Pixel 7']);
  await startSession(await phone.newPage(), username);
  await phone.close();
  await startSession(page, username);
  const wrong = { username, password: 'wrong' };
  await page.request.post(`${bramaUrl()}/api/auth`, {
    data: wrong,
    headers: { origin: bramaUrl() },
  });
  await page.goto(`/${language}/account#activity`);
  await takenOver(page);
  const entries = page.locator(`${section} li`);
  const failed = words.kinds['sign-in-refused'].replace('{{count}}', '');
  await expect(entries.filter({ hasText: failed }).first()).toBeVisible();
  const { since } = (await wordsOf(page, language, 'profile')).sessions;
  const signIn = entries.filter({ hasText: since.password });
  await expect(signIn.filter({ hasText: 'Android' }).first()).toContainText(words['new-browser']);
  await expect(signIn.filter({ hasText: '127.0.0.1' }).first()).toBeVisible();
  // said once, below the day, with the whole time in reach
  await expect(page.locator(section).getByRole('heading', { level: 3 })).toHaveText(['Today']);
  const time = signIn.first().locator('time');
  await expect(time).toHaveText(/^(just now|\d+ minutes? ago)$/);
  await expect(time).toHaveAttribute('title', /\d{4} at \d\d:\d\d$/);
});

test('“This wasn’t me” signs out everywhere and leads to a new password', {
  tag: '@journey',
}, async ({ page, browser }) => {
  const language = 'uk';
  const username = addPerson();
  const words = (await wordsOf(page, language, 'account')).activity['not-me'];
  const { secured } = (await wordsOf(page, language, 'password'))['password-forgot'];
  const elsewhere = await browser.newContext(devices['Pixel 7']);
  await startSession(await elsewhere.newPage(), username);
  await startSession(page, username);
  await page.goto(`/${language}/account`);
  await takenOver(page);
  const confirm = page.getByRole('button', { name: words.confirm });
  await expect(confirm).toBeHidden();
  // by keyboard
  await page.getByText(words.action).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.after.email)).toBeVisible();
  await confirm.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${language}/password/forgot?account=secured`);
  await expect(page.getByText(secured.title)).toBeVisible();
  for (const context of [page.context(), elsewhere])
    expect((await context.request.get(`${bramaUrl()}/user`)).status()).toBe(401);
  const again = await page.request.post(`${bramaUrl()}/api/auth`, {
    data: { username, password },
    headers: { origin: bramaUrl() },
  });
  expect(again.status()).toBe(401);
  await elsewhere.close();
});

test('a user without an email address learns it before, and gets to the sign-in page', async ({
  page,
}) => {
  const words = (await wordsOf(page, 'uk', 'account')).activity['not-me'];
  const login = (await wordsOf(page, 'uk', 'login'))['account-secured'];
  await startSession(page, addPerson(false));
  await page.goto('/uk/account');
  await takenOver(page);
  await page.getByText(words.action).click();
  await expect(page.getByText(words.after.support)).toBeVisible();
  await page.getByRole('button', { name: words.confirm }).click();
  await expect(page.getByText(login.text)).toBeVisible();
  // the notice leaves the address
  await expect(page).toHaveURL(/\/uk\/$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('older events have pages', async ({ page }) => {
    const words = (await wordsOf(page, 'uk', 'account')).activity;
    const username = addPerson();
    for (let times = 0; times < 17; times += 1) await startSession(page, username);
    await page.goto('/uk/account#activity');
    await expect(page.locator(`${section} > div > div > ul > li`)).toHaveCount(15);
    await page.getByRole('link', { name: words.older }).click();
    await expect(page).toHaveURL(/\/uk\/account\?activity=\d+\.[\w-]+#activity$/);
    await expect(page.getByRole('link', { name: words.older })).toHaveCount(0);
    await page.getByRole('link', { name: words.newest }).click();
    await expect(page).toHaveURL(/\/uk\/account#activity$/);
  });

  test('“This wasn’t me” is explained and confirmed', async ({ page }) => {
    const words = (await wordsOf(page, 'uk', 'account')).activity['not-me'];
    const { secured } = (await wordsOf(page, 'uk', 'password'))['password-forgot'];
    await startSession(page, addPerson());
    await page.goto('/uk/account#activity');
    await page.getByText(words.action).click();
    await expect(page.getByText(words.effects.password)).toBeVisible();
    await page.getByRole('button', { name: words.confirm }).click();
    await page.waitForURL('**/uk/password/forgot?account=secured');
    await expect(page.getByText(secured.text)).toBeVisible();
    expect((await page.request.get(`${bramaUrl()}/user`)).status()).toBe(401);
  });
});
