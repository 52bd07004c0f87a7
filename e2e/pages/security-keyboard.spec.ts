// Passkeys and two-step verification on the account page, and the way back into an account: by Tab, Enter and Space alone. After
// each action some element has the focus. Has its own users.

import type { Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { addAccessCode } from '../support/authenticator-app.ts';
import {
  bramaUrl,
  expect,
  type Language,
  pretendFactor,
  startSession,
  tabTo,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { totpCode } from '../support/totp.ts';

const methods = (page: Page) => page.locator('section[aria-labelledby=sign-in-methods]');
const button = (page: Page, name: string) =>
  methods(page).getByRole('button', { name, exact: true });

/** Whether the next Tab continues from where the user was, and does not begin the page again. */
const expectFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

async function openAccount(page: Page, language: Language) {
  await startSession(page, addUser({ prefix: 'keyboard' }).username);
  await page.goto(`/${language}/account`);
  await takenOver(page);
}

/** Back on the account page after a form, at the section. */
async function expectReturn(page: Page, language: Language) {
  await page.waitForURL(`**/${language}/account#sign-in-methods`);
  await takenOver(page);
  await expectFocus(page);
}

test.describe('passkeys', () => {
  // headless Chromium sometimes stops responding while it has a virtual authenticator
  test.describe.configure({ retries: 1 });

  test('a passkey is added, renamed and deleted', { tag: '@journey' }, async ({ page }) => {
    const language = 'uk';
    const { passkeys: words } = await wordsOf(page, language, 'account');
    const { passkey } = await wordsOf(page, language, 'profile');
    const entries = methods(page).locator('li');
    const authenticator = await addAuthenticator(page);
    await openAccount(page, language);
    await authenticator.verifyUser(false);
    await tabTo(page, button(page, passkey.add));
    await page.keyboard.press('Enter');
    const failure = methods(page).getByRole('alert').filter({ hasText: passkey.cancelled });
    await expect(failure.locator(':focus')).toBeVisible();
    await authenticator.verifyUser(true);
    await tabTo(page, button(page, passkey.add));
    await page.keyboard.press('Enter');
    await expect(entries).toHaveCount(1);
    await expectFocus(page);

    const rename = entries.getByRole('button').first();
    await tabTo(page, rename);
    await page.keyboard.press('Space');
    await expect(entries.getByLabel(words.name)).toBeFocused();
    await page.keyboard.type('Ноутбук');
    await page.keyboard.press('Enter');
    await expect(button(page, words.rename.replace('{{name}}', 'Ноутбук'))).toBeFocused();

    // the first passkey is a factor, which this session has not shown
    await pretendFactor(page);
    await page.reload();
    await takenOver(page);
    const remove = button(page, words.remove.replace('{{name}}', 'Ноутбук'));
    for (const answer of [words.keep, words['remove-short']]) {
      await tabTo(page, remove);
      await page.keyboard.press('Space');
      await expect(entries.locator('legend')).toBeFocused();
      await tabTo(page, entries.getByRole('button', { name: answer, exact: true }));
      await page.keyboard.press('Enter');
      if (answer === words.keep) await expect(remove).toBeFocused();
    }
    await expect(entries).toHaveCount(0);
    await expectFocus(page);
  });
});

test('an app is set up, codes are replaced, and it is turned off', { tag: '@journey' }, async ({
  page,
}) => {
  const language = 'en';
  const { 'two-step': two } = await wordsOf(page, language, 'account');
  const { codes } = await wordsOf(page, language, 'second-factor-set-up');
  const section = methods(page);
  await openAccount(page, language);
  await tabTo(page, section.getByRole('link', { name: two['turn-on'] }));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${language}/second-factor/set-up`);
  await takenOver(page);
  await tabTo(page, page.locator('#code'));
  await page.keyboard.type(totpCode((await page.locator('ol code').textContent()) ?? ''));
  await page.keyboard.press('Enter');
  await expect(page.locator('h1')).toHaveText(codes.title);
  await takenOver(page);

  async function leaveCodes() {
    await tabTo(page, page.getByRole('link', { name: codes.continue }));
    await page.keyboard.press('Enter');
    await expectReturn(page, language);
    await expect(section).toContainText(two.on);
  }
  await leaveCodes();
  async function askAndConfirm(label: string, confirm: string) {
    const details = section.locator('details').filter({ hasText: label });
    await tabTo(page, details.locator('summary'));
    await page.keyboard.press('Space');
    await expect(details.getByRole('button', { name: confirm })).toBeVisible();
    await expect(details.locator('summary')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
  await askAndConfirm(two['new-codes'], two['new-codes-short']);
  await expect(page.getByText(codes.after['new-codes'])).toBeVisible();
  await takenOver(page);
  await leaveCodes();
  await askAndConfirm(two['turn-off'], two['turn-off-short']);
  await expect(section).toContainText(two.off);
  await expectReturn(page, language);
});

test('from the sign-in page back into an account', async ({ page }) => {
  const language = 'uk';
  const { username, id } = addUser({ prefix: 'keyboard' });
  const code = addAccessCode(id);
  const { form } = await wordsOf(page, language, 'login');
  const { recovery } = await wordsOf(page, language, 'recovery');
  await page.goto(`/${language}/`);
  await takenOver(page);
  await tabTo(page, page.getByRole('link', { name: form.trouble }));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${language}/recovery`);
  await takenOver(page);
  // the options follow each other
  for (const option of Object.values<{ title: string }>(recovery.options))
    await tabTo(page, page.locator('main li').getByRole('link', { name: option.title }));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${language}/recovery/access-code`);
  await takenOver(page);
  await tabTo(page, page.locator('#username'));
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await expect(page.locator('#code')).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${language}/recovery/set-up`);
  await takenOver(page);
  await tabTo(page, page.locator('#new-password'));
  await page.keyboard.type('річка, обрій і 7 лелек');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${language}/apps`);
  const { data } = await (await page.request.get(`${bramaUrl()}/user`)).json();
  expect(data.username).toBe(username);
});
