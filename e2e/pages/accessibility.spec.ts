// What axe cannot find: the language of values, forced colours, paper, titles of errors, names that differ.

/// <reference lib="dom" />

import type { Locator, Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  expect,
  fillIn,
  forgive,
  openSignIn,
  sampleUrl,
  signIn,
  startSession,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const person = 'i.melnyk';
const fullName = 'Мельник Ірина Андріївна';

/** Returns a user whom no other test asks for consent. */
const addAsked = () =>
  addUser({ prefix: 'consent.values', groups: ['employees', 'students'], email: true }).username;

const openMyData = (page: Page) => page.locator('[aria-haspopup=dialog]').click();

async function openConsent(page: Page) {
  await page.goto(`${sampleUrl()}/clubs`);
  await page.getByRole('link', { name: /Увійти через Браму|Sign in with Brama/ }).click();
  await page.waitForURL('**/oidc/consent/*');
}

/** The language in which a screen reader reads this text. */
const languageOf = (text: Locator) =>
  text.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));

test.describe('Ukrainian values on an English page', () => {
  test.use({ locale: 'en-GB' });

  test('«my data» marks Ukrainian values as Ukrainian and the rest as English', async ({
    page,
  }) => {
    await signIn(page, person, 'en');
    await openMyData(page);
    const values = page.locator('dialog dd');
    expect(await languageOf(values.getByText('Асистентка кафедри'))).toBe('uk');
    expect(await languageOf(values.getByText('@campus.example'))).toBe('en');
    expect(await languageOf(page.locator('dialog dt').first())).toBe('en');
  });

  test('the consent page, with the titles of the user’s groups', async ({ page }) => {
    await startSession(page, addAsked());
    await openConsent(page);
    await takenOver(page);
    const values = page.locator('main dd:visible');
    expect(await languageOf(values.getByText('Сич Олена Петрівна'))).toBe('uk');
    expect(await languageOf(values.getByText('@campus.example'))).toBe('en');
    await expect(values.getByText('Employees, Students', { exact: true })).toBeVisible();
  });
});

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  const styleOf = (element: Locator, property: string) =>
    element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

  test('the selected tab of the wizard differs from the others', async ({ page }) => {
    await page.goto('/uk/button-wizard');
    await takenOver(page);
    const edgeOf = (selected: boolean) =>
      styleOf(page.locator(`[role=tab][aria-selected=${selected}]`).first(), 'border-bottom-color');
    expect(await edgeOf(true)).not.toBe(await edgeOf(false));
  });

  test('Diia: the warning and the step numbers have a border, and the dot has a colour', async ({
    page,
  }) => {
    await page.goto('/uk/diia');
    const { warning, steps, status } = await wordsOf(page, 'uk', 'diia');
    const canvas = await styleOf(page.locator('body'), 'background-color');
    const box = page.locator('main div').filter({ hasText: warning.title }).last().locator('..');
    const number = page.locator('li').filter({ hasText: steps.open }).locator('[aria-hidden]');
    for (const element of [box, number]) {
      expect(await styleOf(element, 'border-top-style')).toBe('solid');
      expect(await styleOf(element, 'border-top-color')).not.toBe(canvas);
    }
    await expect(page.getByText(status.waiting)).toBeVisible();
    const dot = page.getByText(status.waiting).locator('[aria-hidden]');
    expect(await styleOf(dot, 'background-color')).not.toBe(canvas);
  });

  test('the arrow on an application card has the colour of its text', async ({ page }) => {
    await signIn(page);
    const card = page.locator('main li a').first();
    expect(await styleOf(card.locator('svg').last(), 'color')).toBe(await styleOf(card, 'color'));
  });
});

test('a wrong password marks both fields invalid; another failure marks none', async ({
  page,
  complaints,
}) => {
  await openSignIn(page);
  const fields = page.locator('#username, #current-password');
  const invalid = () =>
    fields.evaluateAll((all) => all.map((one) => one.getAttribute('aria-invalid')));
  expect(await invalid()).toEqual([null, null]);
  await fillIn(page, 'o.shevchenko', 'wrong');
  await submit(page);
  await expect(page.getByRole('alert')).not.toBeEmpty();
  expect(await invalid()).toEqual(['true', 'true']);
  await page.route('**/api/auth', (route) => route.fulfill({ status: 500, json: {} }));
  await fillIn(page, 'o.shevchenko', 'wrong');
  await submit(page);
  const { errors } = await wordsOf(page, 'uk', 'login');
  await expect(page.getByRole('alert')).toContainText(errors.unavailable);
  expect(await invalid()).toEqual([null, null]);
  forgive(complaints, 401);
  forgive(complaints, 500);
});

test('the device code field has autocomplete off', async ({ page }) => {
  await page.goto('/device');
  await expect(page.locator('#user-code')).toHaveAttribute('autocomplete', 'off');
});

test.describe('the title begins with «Помилка:»', () => {
  const isError = (page: Page) => expect(page).toHaveTitle(/^Помилка: /);

  test('when a device code is rejected', async ({ page, complaints }) => {
    await page.goto('/device');
    await expect(page).not.toHaveTitle(/^Помилка/);
    await page.goto('/device?user_code=BCDF-GHJK');
    await isError(page);
    await takenOver(page);
    await isError(page);
    forgive(complaints, 404);
  });

  test('when an unknown application is opened', async ({ page }) => {
    await startSession(page);
    await page.goto('/uk/apps?appId=unknown');
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await isError(page);
    await page.reload();
    await expect(page.locator('h1')).toBeVisible();
    await expect(page).not.toHaveTitle(/^Помилка/);
  });

  test('when an authorization request is rejected', async ({ page, complaints }) => {
    await page.goto('/oidc/auth?client_id=unknown&ui_locales=uk');
    await isError(page);
    await takenOver(page);
    await isError(page);
    forgive(complaints, 400);
  });
});

test('printed «my data» contains the name of the user and the date', async ({ page }) => {
  await signIn(page, person);
  await openMyData(page);
  const dialog = page.locator('dialog');
  const today = new Intl.DateTimeFormat('uk', { dateStyle: 'long' }).format(new Date());
  const heading = dialog.locator('p').filter({ hasText: fullName });
  await expect(heading).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(heading).toBeVisible();
  await expect(heading).toContainText(today);
});

test('one live region announces copying on each content page', async ({ page }) => {
  for (const path of ['faq', 'privacy-policy', 'terms-of-use']) {
    await page.goto(`/uk/${path}`);
    await expect(page.locator('main [role=status]')).toHaveCount(1);
  }
});

test('«my data»: one live region announces copying', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, person);
  await openMyData(page);
  const { copy } = await wordsOf(page, 'uk', 'profile');
  const values = page.locator('dialog dl');
  await values.getByRole('button').first().click();
  await expect(page.getByRole('status').filter({ hasText: copy.copied })).toHaveCount(1);
  await expect(values.locator('[role=status]')).toHaveCount(0);
});

test('buttons that end sessions have distinct names', async ({ page, browser }) => {
  const { username } = addUser({ prefix: 'sessions.names' });
  for (const _ of ['one', 'another', 'a third'])
    await startSession(await (await browser.newContext()).newPage(), username);
  await startSession(page, username);
  await page.goto('/uk/account');
  await takenOver(page);
  const section = page.locator('section[aria-labelledby=sessions]');
  const buttons = section.getByRole('listitem').getByRole('button');
  await expect(buttons).toHaveCount(3);
  const names = await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(new Set(names).size).toBe(3);
  const visible = await section.getByRole('listitem').locator('p:first-child').allTextContents();
  expect(new Set(visible).size).toBe(4);
});

test('landmarks and groups have descriptive names', async ({ page }) => {
  await page.goto('/en/diia');
  await expect(page.getByRole('navigation', { name: 'Footer' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Sign-in code' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Time left' })).toBeVisible();
});

test('the disabled button describes the missing input', async ({ page }) => {
  await openSignIn(page, 'en');
  const button = page.locator('button[type=submit]');
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Enter your username and password');
  await fillIn(page);
  await expect(button).toHaveAccessibleDescription('');
});
