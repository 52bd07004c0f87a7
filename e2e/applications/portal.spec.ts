// The list of applications: favourites, recently used, categories, icons and the search. Each test has a user of its own. Its forms
// and the search on the server are tested in packages/server/src/applications/portal.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { addLink, addUser } from '../support/administration.ts';
import { applicationTitle, expect, forgive, signIn, test, wordsOf } from '../support/brama.ts';

const addStudent = () => addUser({ prefix: 'portal' }).username;

/** Adds a user of a group with nine applications, so that the page has a search field. */
function addUserWithMany(): string {
  const group = `many-${crypto.randomUUID()}`;
  for (let number = 1; number <= 9; number += 1)
    addLink(group, {
      title: { uk: `Сервіс ${number}`, en: `App ${number}` },
      description: number === 8 ? { uk: 'Їдальня', en: 'Canteen' } : { uk: 'Опис', en: 'About' },
      category: number <= 3 ? { uk: 'Навчання', en: 'Studies' } : null,
    });
  return addUser({ prefix: 'portal', groups: [group] }).username;
}

const star = (page: Page, title: string) =>
  page.locator('main li').filter({ hasText: title }).locator('button');
const titles = async (page: Page) =>
  (await page.locator('main li a > span > span:first-child').allTextContents()).map((text) =>
    text.trim(),
  );

/** React is in charge of the list, whose script loads on its own. */
const listTakenOver = (page: Page) =>
  page.waitForFunction(() => {
    const card = document.querySelector('main li a');
    return card !== null && Object.keys(card).some((key) => key.startsWith('__reactProps'));
  });

const library = applicationTitle('library', 'uk');
const campus = applicationTitle('campus', 'uk');

async function open(page: Page, username: string, language: 'uk' | 'en' = 'uk') {
  await signIn(page, username, language);
  await listTakenOver(page);
}

test('a favourite comes first by keyboard, keeps the focus, and is there in another browser', {
  tag: '@journey',
}, async ({ page, browser }) => {
  const username = addStudent();
  const words = await wordsOf(page, 'uk', 'apps');
  await open(page, username);
  await star(page, library).focus();
  const changed = page.waitForResponse('**/api/favorites/add');
  await page.keyboard.press('Enter');
  expect((await titles(page))[0]).toBe(library);
  await expect(page.getByRole('heading', { name: words.sections.favorites })).toBeVisible();
  await expect(star(page, library)).toBeFocused();
  await expect(star(page, library)).toHaveAccessibleName(
    words.favorites.remove.replace('{{app}}', library),
  );
  expect((await changed).status()).toBe(200);

  const other = await browser.newPage();
  await open(other, username);
  expect((await titles(other))[0]).toBe(library);
  await star(other, library).click();
  await expect(other.getByRole('heading', { name: words.sections.favorites })).toHaveCount(0);
  await other.close();
});

test('a change that the server refuses is undone, and the page says so', async ({
  page,
  complaints,
}) => {
  const title = applicationTitle('library', 'en');
  const words = await wordsOf(page, 'en', 'apps');
  await open(page, addStudent(), 'en');
  await page.route('**/api/favorites/*', (route) => route.abort());
  await star(page, title).click();
  await expect(page.getByRole('alert').filter({ hasText: words.favorites.error })).toBeVisible();
  await expect(star(page, title)).toHaveAccessibleName(
    words.favorites.add.replace('{{app}}', title),
  );
  forgive(complaints, 'ERR_FAILED');
});

test('the last opened application is the first of its category, on the next page', async ({
  page,
}) => {
  await open(page, addStudent());
  const before = await titles(page);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: campus }).click(),
  ]);
  await tab.waitForURL('**/campus');
  // the list does not change under the pointer
  expect(await titles(page)).toEqual(before);
  await page.reload();
  const studies = page.locator('main ul').filter({ hasText: library });
  await expect(studies.locator('li').first()).toContainText(campus);
});

test('the icons that a manifest names are pictures', async ({ page }) => {
  await open(page, addStudent());
  const icon = page.locator('main li').filter({ hasText: library }).locator('img');
  await expect(icon).toHaveAttribute('src', '/campus-icons/library.svg');
  await icon.scrollIntoViewIfNeeded();
  await expect.poll(() => icon.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(24);
});

test('from eight applications on the page has sections and a search', { tag: '@journey' }, async ({
  page,
}) => {
  const words = await wordsOf(page, 'en', 'apps');
  await open(page, addUserWithMany(), 'en');
  await star(page, 'App 9').click();
  await expect(page.locator('main h3')).toHaveText([
    words.sections.favorites,
    'Studies',
    words.sections.others,
  ]);
  await page.getByLabel(words.search.label).fill('CANT');
  expect(await titles(page)).toEqual(['App 8']);
  await expect(page.locator('main h3')).toHaveCount(0);
  await page.keyboard.press('Enter');
  expect(await titles(page)).toEqual(['App 8']);
  const search = page.getByLabel(words.search.label);
  // “canteen” typed in the Ukrainian layout, and the titles in the other language
  await search.fill('сфтеуут');
  expect(await titles(page)).toEqual(['App 8']);
  await search.fill('сервіс');
  expect(await titles(page)).toHaveLength(9);
  await search.fill('zzz');
  await expect(page.getByRole('status').filter({ hasText: 'zzz' })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: words['no-apps-error'].action }),
  ).toBeVisible();
});

test('on a phone the greeting takes one line with a usual name, and a long one is shown in full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const usual = 'Шевченко Олена Іванівна';
  await open(page, addUser({ prefix: 'portal', fullName: usual }).username);
  const one = page.getByRole('heading', { level: 1, name: usual });
  await expect(one).toBeVisible();
  expect((await one.boundingBox())?.height).toBeLessThan(40);
  await page.context().clearCookies();
  const fullName = 'Нечуй-Левицька-Корженевська Олександра-Єлизавета Максиміліанівна';
  await open(page, addUser({ prefix: 'portal', fullName }).username);
  const heading = page.getByRole('heading', { level: 1, name: fullName });
  await expect(heading).toBeVisible();
  expect((await heading.boundingBox())?.height).toBeLessThan(100);
  // enlarged text has room for several lines, and is not cut
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const isCut = () =>
    heading
      .locator('span')
      .first()
      .evaluate((one) => one.scrollWidth > one.clientWidth);
  await expect.poll(isCut).toBe(false);
});

test('/ leads to the search, until the user turns it off on the account page', {
  tag: '@journey',
}, async ({ page }) => {
  const [words, account] = [
    await wordsOf(page, 'en', 'apps'),
    await wordsOf(page, 'en', 'account'),
  ];
  await open(page, addUserWithMany(), 'en');
  const search = page.getByLabel(words.search.label);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('a/');
  await expect(search).toHaveValue('a/');

  await page.goto('/en/account');
  await page.getByRole('button', { name: account['search-key'].turn.on }).click();
  await expect(page.getByRole('button', { name: account['search-key'].turn.off })).toBeVisible();
  await page.goto('/en/apps');
  await listTakenOver(page);
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await expect(search).not.toHaveAttribute('aria-keyshortcuts');
});
