// Choosing another password, known or forgotten. The rules and the forms without JavaScript are tested in
// packages/server/src/sign-in/password. Each test has a user of its own, because passwords change here.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  bramaUrl,
  expect,
  expectAccessible,
  fillIn,
  forgive,
  makeSignInOld,
  openSignIn,
  password,
  readFromDatabase,
  submit,
  systemLog,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';

const given = password;
const chosen = 'річка, обрій і 7 лелек';

const addStudent = () => addUser({ prefix: 'changes', email: true }).username;

const current = (page: Page) => page.locator('#current-password');
const chosenField = (page: Page) => page.locator('#new-password');
/** The link of the newest letter to this person, from the console of the demo. */
async function linkFor(username: string): Promise<URL> {
  const letter = new RegExp(
    `To: ${username.replaceAll('.', '\\.')}@campus\\.example[^]*?(http\\S+#[\\w-]{43})`,
    'g',
  );
  const links = () =>
    [...readFileSync(systemLog(), 'utf8').matchAll(letter)].map(([, link]) => link ?? '');
  await expect.poll(links).not.toEqual([]);
  return new URL(links().at(-1) ?? '');
}

const isSignedIn = async (page: Page) => (await page.request.get(`${bramaUrl()}/user`)).ok();

async function signInAs(page: Page, username: string, secret: string) {
  await fillIn(page, username, secret);
  await submit(page);
}

test('the user changes the password from «my data», which ends other sessions', {
  tag: '@journey',
}, async ({ page, browser, complaints }) => {
  const language = 'uk';
  const username = addStudent();
  const words = await wordsOf(page, language, 'password');
  const profile = await wordsOf(page, language, 'profile');
  const elsewhere = await browser.newPage({ baseURL: bramaUrl() });
  await openSignIn(elsewhere, language);
  await signInAs(elsewhere, username, given);
  await elsewhere.waitForURL(`**/${language}/apps`);

  // the address of password managers leads through the sign-in to the page, once
  await page.goto('/.well-known/change-password');
  await page.goto(`/${language}/password`);
  await expect(page).toHaveURL(`/${language}/`);
  await takenOver(page);
  await signInAs(page, username, given);
  await page.waitForURL(`**/${language}/password`);
  await page.goto(`/${language}/account`);
  await page.getByRole('link', { name: profile.password.change }).click();
  await expect(page.locator('h1')).toHaveText(words.password.title);
  await takenOver(page);

  const save = page.getByRole('button', { name: words.submit, exact: true });
  await current(page).fill('wrong');
  await chosenField(page).fill(chosen);
  await save.click();
  await expect(current(page)).toBeFocused();
  await expect(page).toHaveTitle(/^(Помилка|Error):/);
  // words of one’s own language are no mistake of the keyboard here
  await expect(page.locator('#new-password-hints')).toBeEmpty();
  await expect(current(page)).toHaveAccessibleDescription(new RegExp(words.wrong));
  await expect(current(page)).toHaveValue('');
  await expect(chosenField(page)).toHaveValue(chosen);
  forgive(complaints, 403);

  await current(page).fill(given);
  await chosenField(page).fill('Password2026!');
  await save.click();
  await expect(chosenField(page)).toBeFocused();
  await expect(chosenField(page)).toHaveAccessibleDescription(new RegExp(words.errors.common));
  await expectAccessible(page);
  forgive(complaints, 422);

  await chosenField(page).fill(chosen);
  await save.click();
  await page.waitForURL(`**/${language}/password/changed`);
  await expect(page.locator('h1')).toHaveText(words['password-changed'].title);
  expect(await isSignedIn(page)).toBe(true);
  expect(await isSignedIn(elsewhere)).toBe(false);
  await openSignIn(elsewhere, language);
  await signInAs(elsewhere, username, chosen);
  await elsewhere.waitForURL(`**/${language}/apps`);
  await elsewhere.context().close();
});

test('a user without a password creates one after a recent sign-in or signs in again first', async ({
  page,
  complaints,
}) => {
  const username = addStudent();
  const words = await wordsOf(page, 'en', 'password');
  const [row] = readFromDatabase('select password_hash from users where username = ?', username);
  const hash = `${row?.['password_hash']}`;
  const setHash = 'update users set password_hash = ? where username = ?';
  const save = page.getByRole('button', { name: words.submit, exact: true });
  const openFirst = async () => {
    // as a user who signed in with Diia or Google
    writeToDatabase(setHash, null, username);
    await page.goto('/en/password');
    await expect(page.locator('h1')).toHaveText(words['password-set'].title);
    await takenOver(page);
  };
  await openSignIn(page, 'en');
  await signInAs(page, username, given);
  await page.waitForURL('**/en/apps');
  await openFirst();
  await expect(current(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: words['not-now'] })).toBeVisible();
  await chosenField(page).fill('коротко');
  await save.click();
  await expect(chosenField(page)).toBeFocused();
  await expect(chosenField(page)).toHaveAccessibleDescription(
    new RegExp(words.errors['too-short'].split('.')[0].replace('{{least}}', '.*')),
  );
  await expect(page).toHaveTitle(/^Error:/);
  forgive(complaints, 422);

  await makeSignInOld(page);
  await chosenField(page).fill(chosen);
  await save.click();
  await expect(page.locator('h1')).toHaveText(words['password-recent'].title);
  forgive(complaints, 403);
  await takenOver(page);
  await page.getByRole('link', { name: words['password-recent'].action }).click();
  await takenOver(page);
  expect(await isSignedIn(page)).toBe(true);
  writeToDatabase(setHash, hash, username);
  await signInAs(page, username, given);
  await page.waitForURL('**/en/password');
  await openFirst();
  await chosenField(page).fill(chosen);
  await save.click();
  await page.waitForURL('**/en/password/changed');
  await page.goto('/en/apps');
  await page
    .getByRole('button', { name: (await wordsOf(page, 'en', 'apps'))['sign-out'].action })
    .click();
  await takenOver(page);
  await signInAs(page, username, chosen);
  await page.waitForURL('**/en/apps');
});

test('a forgotten password is replaced through a link in an email', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const username = addStudent();
  const words = await wordsOf(page, 'uk', 'password');
  const login = await wordsOf(page, 'uk', 'login');
  // a user who is opening an application
  await page.goto('/uk/?state=way');
  await takenOver(page);
  await page.getByRole('link', { name: login.form.trouble }).click();
  const { recovery } = await wordsOf(page, 'uk', 'recovery');
  await page.getByRole('link', { name: recovery.options.password.title }).click();
  await expect(page.locator('h1')).toHaveText(words['password-forgot'].title);
  await takenOver(page);
  await page.locator('#username').fill(`${username}@campus.example`);
  await page.getByRole('button', { name: words['password-forgot'].action }).click();
  await page.waitForURL('**/uk/password/sent?state=way');
  await takenOver(page);

  const link = await linkFor(username);
  await page.goto(link.href);
  await takenOver(page);
  await expect(page).toHaveURL('/uk/password/reset');
  await expect(page.locator('#code')).toHaveCount(0);
  const save = page.getByRole('button', { name: words.submit, exact: true });
  await chosenField(page).fill(`${username}!`);
  await save.click();
  await expect(page.getByRole('alert')).toContainText(words.errors['own-name']);
  await takenOver(page);
  await expect(page).toHaveTitle(/^Помилка:/);
  await expect(page.locator('[role=alert] [tabindex]')).toBeFocused();
  await expect(page.locator('#code')).toHaveCount(0);
  await expectAccessible(page);
  forgive(complaints, 422);
  await chosenField(page).fill(chosen);
  await save.click();
  await expect(page.getByRole('status')).toContainText([login['password-changed'].title]);
  await expect(page).toHaveURL('/uk/?state=way');
  await signInAs(page, username, chosen);
  await page.waitForURL('**/uk/apps?state=way');
  await page.goto(link.href);
  await takenOver(page);
  await chosenField(page).fill(`${chosen} 2`);
  await save.click();
  const errors = await wordsOf(page, 'uk', 'errors');
  await expect(page.getByRole('alert')).toContainText(errors.codes['password.link-over']);
  await takenOver(page);
  await expect(page.locator('#code')).toHaveValue('');
  forgive(complaints, 410);
});
