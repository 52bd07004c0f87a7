// Setting up and managing two-step verification, as a browser shows it: on the account page, and at a sign-in that the policy
// stops. The rules are tested in packages/server/src/second-factor. Each test has a user of its own, because it changes the user.

import type { Page } from '@playwright/test';
import { addUser, type TestUser } from '../support/administration.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import {
  applicationId,
  bramaUrl,
  expect,
  expectAccessible,
  fillIn,
  forgive,
  type Language,
  startSession,
  submit,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';
import { totpCode, wrongTotpCode } from '../support/totp.ts';
import { inEveryWay, type Way } from '../support/ways.ts';

const requiredGroup = 'two-step-required';

const addStudent = () => addUser({ prefix: 'two.step' });

/** Adds a user who must have a second factor. */
function addRequired(): TestUser {
  const user = addUser({ prefix: 'two.step', groups: [requiredGroup] });
  const policy = 'update groups set second_factor = ? where name = ?';
  writeToDatabase(policy, 'required', requiredGroup);
  return user;
}

const setUpWords = (page: Page, language: Language) =>
  wordsOf(page, language, 'second-factor-set-up');
const accountWords = async (page: Page, language: Language) =>
  (await wordsOf(page, language, 'account'))['two-step'];

const secretOf = async (page: Page) => (await page.locator('ol code').textContent()) ?? '';
const codes = (page: Page) => page.locator('ol code');
const section = (page: Page) => page.locator('section[aria-labelledby=sign-in-methods]');

/** Enters the password, and arrives at the set-up. */
async function signInUntilSetUp(
  page: Page,
  { username }: TestUser,
  language: Language,
  query = '',
) {
  await page.goto(`/${language}/${query}`);
  await fillIn(page, username);
  await submit(page);
  await page.waitForURL(`**/${language}/second-factor/set-up*`);
}

/** Enters the code of the app, and arrives at the recovery codes. */
async function confirmApp(page: Page, language: Language) {
  const words = await setUpWords(page, language);
  await page.locator('#code').fill(totpCode(await secretOf(page)));
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toHaveText(words.codes.title);
}

async function openAccount(page: Page, { language, javaScriptEnabled }: Way) {
  await page.goto(`/${language}/account`);
  if (javaScriptEnabled) await takenOver(page);
}

/** Opens a disclosure of the section and presses the button inside. */
async function askAndConfirm(page: Page, label: string, confirm: string) {
  const details = section(page).locator('details').filter({ hasText: label });
  await details.locator('summary').click();
  await details.getByRole('button', { name: confirm }).click();
}

inEveryWay((way) => {
  const { language, javaScriptEnabled } = way;

  test('a user turns it on, makes new codes and turns it off', {
    tag: javaScriptEnabled ? '@journey' : [],
  }, async ({ page, complaints }) => {
    const words = await setUpWords(page, language);
    const two = await accountWords(page, language);
    await startSession(page, addStudent().username);
    await openAccount(page, way);
    await section(page).getByRole('link', { name: two['turn-on'] }).click();
    await expect(page.locator('h1')).toHaveText(words['set-up'].title);
    await expect(page.getByRole('img', { name: words['set-up'].scan.label })).toBeVisible();

    const secret = await secretOf(page);
    await page.locator('#code').fill(wrongTotpCode(secret));
    await page.keyboard.press('Enter');
    await expect(page.locator('#code')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#code')).toHaveAccessibleDescription(
      new RegExp(words['set-up'].errors.wrong.slice(0, 20)),
    );
    if (javaScriptEnabled) {
      await expect(page.locator('#code')).toBeFocused();
      await expect(page).toHaveTitle(/^(Помилка|Error): /);
    }
    forgive(complaints, 422);
    expect(await secretOf(page)).toBe(secret);

    await confirmApp(page, language);
    await expect(codes(page)).toHaveCount(10);
    const first = await codes(page).allTextContents();
    await page.getByRole('link', { name: words.codes.continue }).click();
    await page.waitForURL(`**/${language}/account#sign-in-methods`);
    await expect(section(page)).toContainText(two.on);

    await askAndConfirm(page, two['new-codes'], two['new-codes-short']);
    await expect(page.getByText(words.codes.after['new-codes'])).toBeVisible();
    await expect(codes(page)).toHaveCount(10);
    const second = await codes(page).allTextContents();
    expect(second.filter((code) => first.includes(code))).toEqual([]);
    await page.getByRole('link', { name: words.codes.continue }).click();
    await page.waitForURL(`**/${language}/account#sign-in-methods`);

    await askAndConfirm(page, two['turn-off'], two['turn-off-short']);
    await expect(section(page)).toContainText(two.off);
  });
});

test('a sign-in under the policy is postponed, then set up', { tag: '@journey' }, async ({
  page,
}) => {
  const user = addRequired();
  const words = await setUpWords(page, 'uk');
  await signInUntilSetUp(page, user, 'uk');
  await page.getByRole('button', { name: words['set-up']['not-now'] }).click();
  await page.waitForURL('**/uk/apps');

  await page.goto('/healthz');
  await page.context().clearCookies();
  await signInUntilSetUp(page, user, 'uk');
  await confirmApp(page, 'uk');
  await expect(codes(page)).toHaveCount(10);
  await page.getByRole('link', { name: words.codes.continue }).click();
  await page.waitForURL('**/uk/apps');
  await page.goto('/uk/account');
  await expect(section(page)).toContainText((await accountWords(page, 'uk')).required);
});

test('a sign-in to an application is set up by keyboard', async ({ page }) => {
  const user = addRequired();
  const words = await setUpWords(page, 'en');
  const query = `?appId=${applicationId('campus')}&state=s1`;
  await signInUntilSetUp(page, user, 'en', query);
  await takenOver(page);
  const open = page.getByRole('link', { name: words['set-up'].scan.open });
  await open.focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('#code')).toBeFocused();
  await page.keyboard.type(totpCode(await secretOf(page)));
  await page.keyboard.press('Enter');
  await expect(codes(page)).toHaveCount(10);
  const next = page.getByRole('link', { name: words.codes.continue });
  expect(await next.getAttribute('href')).toBe(`/en/apps${query}`);
});

test('the codes can be printed, and the page says whose they are', async ({ page }) => {
  const { username } = addStudent();
  const words = await setUpWords(page, 'uk');
  await startSession(page, username);
  await page.goto('/uk/second-factor/set-up');
  await confirmApp(page, 'uk');
  await page.emulateMedia({ media: 'print' });
  await expect(codes(page).first()).toBeVisible();
  await expect(page.getByText(username)).toBeVisible();
  await expect(page.getByRole('button', { name: words.codes.print })).toBeHidden();
  await expect(page.getByRole('link', { name: words.codes.continue })).toBeHidden();
});

test.describe('with a passkey', () => {
  // headless Chromium sometimes stops responding while it has a virtual authenticator
  test.describe.configure({ retries: 1 });

  test('a passkey completes the sign-in', async ({ page }) => {
    const words = await setUpWords(page, 'en');
    const { passkey } = await wordsOf(page, 'en', 'profile');
    const authenticator = await addAuthenticator(page);
    await signInUntilSetUp(page, addRequired(), 'en');
    await takenOver(page);
    await authenticator.verifyUser(false);
    await page.getByRole('button', { name: passkey.add }).click();
    await expect(page.getByRole('alert').filter({ hasText: passkey['not-added'] })).toBeVisible();
    await expectAccessible(page);
    await authenticator.verifyUser(true);
    await page.getByRole('button', { name: passkey.add }).click();
    await expect(page.getByText(words.codes.after.passkey)).toBeVisible();
    await expect(codes(page)).toHaveCount(10);
    await page.getByRole('link', { name: words.codes.continue }).click();
    await page.waitForURL('**/en/apps');
    const { passkeys } = await (await page.request.get(`${bramaUrl()}/api/passkeys`)).json();
    expect(passkeys).toHaveLength(1);
  });
});
