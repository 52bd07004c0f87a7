// The account page and the account menu: by keyboard, on paper, and without JavaScript. Each test has its own user, because
// ending sessions would sign out other tests.

import { devices, type Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  bramaUrl,
  expect,
  password,
  startSession,
  takenOver,
  test,
  waitForSignInPage,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';

const person = {
  fullName: 'Сич Олена Петрівна',
  givenName: 'Олена',
  data: { faculty: 'Факультет інформатики', phone: null },
};

function addPerson(): string {
  const { username, id } = addUser({ prefix: 'account' });
  writeToDatabase(
    'update users set given_name = ?, data = ? where id = ?',
    person.givenName,
    JSON.stringify(person.data),
    id,
  );
  return username;
}

const menu = (page: Page) => page.locator('header details');
const summary = (page: Page) => menu(page).locator('summary');
const isSignedIn = async (page: Page) => (await page.request.get(`${bramaUrl()}/user`)).ok();

test('the menu works by keyboard: it opens, closes with Escape and when the focus leaves', {
  tag: '@journey',
}, async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'account-menu');
  await startSession(page, addPerson());
  await page.goto('/uk/faq');
  await takenOver(page);
  await expect(summary(page)).toContainText(person.givenName);
  await summary(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu(page).getByRole('link', { name: words.data })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(summary(page)).toBeFocused();
  await expect(menu(page)).not.toHaveAttribute('open');
  await page.keyboard.press('Enter');
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Tab');
  await expect(menu(page)).not.toHaveAttribute('open');
  await summary(page).click();
  await page.locator('h1').click();
  await expect(menu(page)).not.toHaveAttribute('open');
});

test('signing out by the menu of a help page also changes other tabs', async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'account-menu');
  await startSession(page, addPerson());
  const other = await page.context().newPage();
  await other.goto('/uk/privacy-policy');
  await takenOver(other);
  await expect(summary(other)).toBeVisible();
  await page.goto('/uk/faq');
  await takenOver(page);
  await summary(page).click();
  await page.getByRole('button', { name: words['sign-out'] }).click();
  await waitForSignInPage(page);
  await expect(menu(other)).toHaveCount(0);
  expect(await isSignedIn(page)).toBe(false);
});

test('a section has an address, and a visitor returns to the page after the sign-in', async ({
  page,
}) => {
  const words = await wordsOf(page, 'uk', 'account');
  await page.goto('/uk/account');
  await page.waitForURL('**/uk/');
  await takenOver(page);
  await page.locator('[name=username]').fill(addPerson());
  await page.locator('[name=password]').fill(password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL('**/uk/account');
  await page.goto('/uk/account#connected-apps');
  await expect(
    page.getByRole('heading', { name: words.sections['connected-apps'] }),
  ).toBeInViewport();
});

test('“My data” leads to the account page, and values have their language', {
  tag: '@journey',
}, async ({ page }) => {
  const profile = await wordsOf(page, 'en', 'profile');
  await startSession(page, addPerson());
  await page.goto('/en/apps');
  await takenOver(page);
  await page.locator('[aria-haspopup=dialog]').click();
  await page.getByRole('link', { name: profile.account }).click();
  await page.waitForURL('**/en/account');
  const faculty = page.locator('dd [lang=uk]', { hasText: person.data.faculty });
  await expect(faculty).toBeVisible();
});

test('the overview leads to its sections and recommends one step, also without JavaScript', async ({
  browser,
}) => {
  const username = addPerson();
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: bramaUrl() });
    const page = await context.newPage();
    await startSession(page, username);
    await page.goto('/en/account');
    const words = await wordsOf(page, 'en', 'account');
    const overview = page.getByRole('region', { name: words.overview.title });
    const places = javaScriptEnabled ? '1 place' : '2 places';
    await expect(overview.getByRole('link').first()).toHaveText(
      `${words.overview.sessions} ${places}`,
    );
    await expect(overview.getByText(words.overview.recommended, { exact: true })).toHaveCount(1);
    await expect(overview).toContainText(words.overview.steps.passkey.title);
    await overview.getByRole('link').first().click();
    await expect(page).toHaveURL(/#sessions$/);
    await expect(page.getByRole('heading', { name: words.sections.sessions })).toBeInViewport();
    if (javaScriptEnabled)
      await expect(page.locator('nav [aria-current=location]')).toHaveText(words.sections.sessions);
  }
});

test('“My data” holds the profile alone, and the menu calls its home the account', async ({
  page,
}) => {
  const profile = await wordsOf(page, 'en', 'profile');
  const calls: string[] = [];
  page.on('request', (request) => void calls.push(new URL(request.url()).pathname));
  await startSession(page, addPerson());
  await page.goto('/en/apps');
  await takenOver(page);
  await expect(summary(page)).toBeVisible();
  await expect(menu(page).locator('a').first()).toHaveText('Account');
  await page.locator('[aria-haspopup=dialog]').click();
  const dialog = page.getByRole('dialog', { name: profile.title });
  await expect(dialog.locator('dt').first()).toHaveText(/:$/);
  await expect(dialog.locator('dd').getByText('--', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: profile.account })).toBeVisible();
  expect(calls.filter((path) => /^\/api\/(sessions|access|google|sign-in)/.test(path))).toEqual([]);
});

test('one list of links reports a mistake, and an email names the field but not its value', async ({
  page,
}) => {
  const { fields, report } = await wordsOf(page, 'en', 'profile');
  await startSession(page, addPerson());
  await page.goto('/en/account');
  await takenOver(page);
  const link = page.getByRole('link', { name: fields.faculty });
  await expect(link).toBeHidden();
  await page.getByText(report.action).focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  const href = decodeURIComponent((await link.getAttribute('href')) ?? '');
  expect(href).toMatch(/^mailto:/);
  expect(href).toContain(fields.faculty);
  expect(href).not.toContain(person.data.faculty);
});

test('actions of an entry stand beside it in wide sections, and below it on phones', async ({
  page,
  browser,
}) => {
  const words = await wordsOf(page, 'uk', 'account');
  const username = addPerson();
  const other = await browser.newContext(devices['Pixel 7']);
  await startSession(await other.newPage(), username);
  await startSession(page, username);
  await page.goto('/uk/account');
  await takenOver(page);
  const entry = page.locator('section[aria-labelledby=sessions] li').last();
  const isBeside = async () => {
    const [text, button] = await Promise.all([
      entry.locator('p').first().boundingBox(),
      entry.getByRole('button').boundingBox(),
    ]);
    return (button?.x ?? 0) > (text?.x ?? 0) + 200 && (button?.height ?? 0) >= 44;
  };
  await page.setViewportSize({ width: 768, height: 844 });
  expect(await isBeside()).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isBeside()).toBe(false);
  await page.getByRole('link', { name: words.apps }).click();
  await page.waitForURL('**/uk/apps');
  await other.close();
});

test('ending a session asks first', { tag: '@journey' }, async ({ page, browser }) => {
  const words = (await wordsOf(page, 'uk', 'profile')).sessions;
  const context = await browser.newContext(devices['iPhone 15']);
  const username = addPerson();
  await startSession(await context.newPage(), username);
  await startSession(page, username);
  await page.goto('/uk/account#sessions');
  await takenOver(page);
  await page.getByRole('button', { name: 'iPhone' }).first().click();
  const question = page.getByRole('group');
  await expect(question.locator('legend')).toBeFocused();
  await question.getByRole('button', { name: words['end-short'] }).click();
  await expect(page.getByText(words.ended).first()).toBeVisible();
  expect((await context.request.get(`${bramaUrl()}/user`)).ok()).toBe(false);
  await context.close();
});

test('prints name, date and sections, without controls', async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'account');
  await startSession(page, addPerson());
  await page.goto('/uk/account');
  await takenOver(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(words['as-of'].replace(' {{when}}', ''))).toBeVisible();
  await expect(page.locator('main').getByText(person.fullName).first()).toBeVisible();
  for (const title of Object.values<string>(words.sections))
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.locator('main button:visible, main nav:visible')).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('menu, sections and forms work', async ({ page, browser }) => {
    const words = await wordsOf(page, 'uk', 'account-menu');
    const profile = await wordsOf(page, 'uk', 'profile');
    const phone = await browser.newContext(devices['Pixel 7']);
    const username = addPerson();
    await startSession(await phone.newPage(), username);
    await startSession(page, username);
    await page.goto('/uk/terms-of-use');
    await summary(page).click();
    await menu(page).getByRole('link', { name: words.data }).click();
    await page.waitForURL('**/uk/account');
    await page.getByText(profile.report.action).click();
    await expect(page.getByRole('link', { name: profile.fields.faculty })).toBeVisible();
    await page.getByRole('button', { name: profile.sessions.others }).click();
    await page.waitForURL('**/uk/account#sessions');
    await expect(page.locator('main')).toContainText(profile.sessions.only);
    expect((await phone.request.get(`${bramaUrl()}/user`)).ok()).toBe(false);
    await phone.close();
    await summary(page).click();
    await page.getByRole('button', { name: words['sign-out'] }).click();
    await waitForSignInPage(page);
    await page.goto('/uk/terms-of-use');
    await expect(menu(page)).toHaveCount(0);
  });
});
