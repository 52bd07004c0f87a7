// The list of applications: favourites, recently used, categories, icons and the search. Each test has a user of its own.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import {
  applicationTitle,
  applyToSystem,
  expect,
  expectAccessible,
  expectAccessibleWithoutScripts,
  expectNoSideways,
  fillIn,
  forgive,
  languages,
  password,
  signIn,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const addUser = (username: string, groups = ['students']) =>
  applyToSystem({ users: [{ username, fullName: 'Сич Наталія', groups, password }] });

/** A group with so many applications that the page has a search field. */
async function addUserWithMany(username: string, count: number) {
  const group = `with-${count}`;
  const applications = Array.from({ length: count }, (_, index) => ({
    id: `${`${count}`.padStart(8, '0')}-0000-4000-8000-${`${index}`.padStart(12, '0')}`,
    name: `${group}-${index}`,
    title: { uk: `Сервіс ${index + 1}`, en: `App ${index + 1}` },
    description: index === 7 ? { uk: 'Їдальня', en: 'Canteen' } : { uk: 'Опис', en: 'About' },
    category: index < 3 ? { uk: 'Навчання', en: 'Studies' } : null,
    access: { groups: [group] },
    protocol: { type: 'link', url: 'http://localhost/' },
  }));
  await applyToSystem({ groups: [group], applications });
  await addUser(username, [group]);
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
const clubs = applicationTitle('clubs', 'uk');
const campus = applicationTitle('campus', 'uk');

async function open(page: Page, username: string, language: 'uk' | 'en' = 'uk') {
  await signIn(page, username, language);
  await listTakenOver(page);
}

test('a favourite comes first by keyboard, keeps the focus, and is there in another browser', async ({
  page,
  browser,
}) => {
  await addUser('portal.favourites');
  const words = await wordsOf(page, 'uk', 'apps');
  await open(page, 'portal.favourites');
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
  await open(other, 'portal.favourites');
  expect((await titles(other))[0]).toBe(library);
  await star(other, library).click();
  await expect(other.getByRole('heading', { name: words.sections.favorites })).toHaveCount(0);
  await other.close();
});

test('two tabs do not overwrite each other', async ({ page, context }) => {
  await addUser('portal.tabs');
  await open(page, 'portal.tabs');
  const second = await context.newPage();
  await second.goto('/uk/apps');
  await listTakenOver(second);
  for (const [tab, title] of [
    [page, library],
    [second, clubs],
  ] as const)
    await Promise.all([tab.waitForResponse('**/api/favorites/add'), star(tab, title).click()]);
  for (const tab of [page, second]) {
    await tab.reload();
    expect((await titles(tab)).slice(0, 2)).toEqual([library, clubs]);
  }
});

test('a change that the server refuses is undone, and the page says so', async ({
  page,
  complaints,
}) => {
  await addUser('portal.offline');
  const words = await wordsOf(page, 'uk', 'apps');
  await open(page, 'portal.offline');
  await page.route('**/api/favorites/*', (route) => route.abort());
  await star(page, library).click();
  await expect(page.getByRole('alert').filter({ hasText: words.favorites.error })).toBeVisible();
  await expect(star(page, library)).toHaveAccessibleName(
    words.favorites.add.replace('{{app}}', library),
  );
  forgive(complaints, 'ERR_FAILED');
});

test('the last opened application is the first of its category, on the next page', async ({
  page,
}) => {
  await addUser('portal.recent');
  await open(page, 'portal.recent');
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

test('icons of the manifest are pictures', async ({ page }) => {
  await addUser('portal.icons');
  await open(page, 'portal.icons');
  const icon = page.locator('main li').filter({ hasText: library }).locator('img');
  await icon.scrollIntoViewIfNeeded();
  await expect.poll(() => icon.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(128);
});

async function openWithMany(page: Page, username: string, language: 'uk' | 'en') {
  await addUserWithMany(username, 9);
  await open(page, username, language);
}

for (const language of languages) {
  test(`${language}: from eight applications on the page has sections and a search`, async ({
    page,
  }) => {
    const words = await wordsOf(page, language, 'apps');
    const name = (number: number) => `${language === 'uk' ? 'Сервіс' : 'App'} ${number}`;
    await openWithMany(page, `portal.many.${language}`, language);
    await star(page, name(9)).click();
    await expect(page.locator('main h3')).toHaveText([
      words.sections.favorites,
      language === 'uk' ? 'Навчання' : 'Studies',
      words.sections.others,
    ]);
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [768, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
      await expectNoSideways(page);
    }
    await page.getByLabel(words.search.label).fill(language === 'uk' ? 'їдаль' : 'CANT');
    expect(await titles(page)).toEqual([name(8)]);
    await expect(page.locator('main h3')).toHaveCount(0);
    await page.keyboard.press('Enter');
    expect(await titles(page)).toEqual([name(8)]);
    await page.getByLabel(words.search.label).fill('zzz');
    await expect(page.getByRole('status').filter({ hasText: 'zzz' })).toBeVisible();
  });
}

test('a user with more than a hundred applications searches on the server', async ({ page }) => {
  await addUserWithMany('portal.hundred', 130);
  const words = await wordsOf(page, 'uk', 'apps');
  await open(page, 'portal.hundred');
  await expect(page.locator('main li')).toHaveCount(100);
  await expect(page.locator('main p', { hasText: /100.*130/ })).toBeVisible();
  await page.getByLabel(words.search.label).fill('Сервіс 129');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/uk/apps?q=*');
  expect(await titles(page)).toEqual(['Сервіс 129']);
  await takenOver(page);
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  async function enter(page: Page, username: string) {
    await page.goto('/uk/');
    await fillIn(page, username);
    await submit(page);
    await page.waitForURL('**/uk/apps');
  }

  test('favourites are forms', async ({ page }) => {
    await addUser('portal.forms');
    await enter(page, 'portal.forms');
    await star(page, library).click();
    await page.waitForURL('**/uk/apps#*');
    expect((await titles(page))[0]).toBe(library);
    await expectAccessibleWithoutScripts(page);
    await star(page, library).click();
    await expect(page.getByRole('heading', { name: 'Обране' })).toHaveCount(0);
  });

  test('the search is a form', async ({ page }) => {
    await addUserWithMany('portal.search', 9);
    const words = await wordsOf(page, 'uk', 'apps');
    await enter(page, 'portal.search');
    await page.getByLabel(words.search.label).fill('їдаль');
    await page.getByRole('button', { name: words.search.action }).click();
    await page.waitForURL('**/uk/apps?q=*');
    expect(await titles(page)).toEqual(['Сервіс 8']);
    await expectAccessibleWithoutScripts(page);
  });
});
