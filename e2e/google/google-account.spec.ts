// The Google account on the account page, also when the server refuses or does not respond. Each test has its own user, whose link
// stands in the database. Linking for real: google-link.spec.ts.

import type { Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  expect,
  expectAccessible,
  forgive,
  makeSignInOld,
  password,
  startSession,
  submit,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';

const link = '**/api/google/link';
const linked = { email: 'olena@mail.example', since: '2026-09-01T07:30:00.000Z' };

const methods = (page: Page) => page.locator('section[aria-labelledby=sign-in-methods]');
const row = (page: Page) => methods(page).locator('.row', { hasText: 'Google' });
const button = (page: Page, name: string) => methods(page).getByRole('button', { name });
const heading = (page: Page) => methods(page).getByRole('heading', { level: 2 });

function addPerson(isLinked: boolean): string {
  const { username, id } = addUser({ prefix: 'google' });
  if (isLinked)
    writeToDatabase(
      'insert into linked_identities (method, issuer, subject, user_id, email, linked_at) values (?, ?, ?, ?, ?, ?)',
      'google',
      'https://accounts.google.com',
      id,
      id,
      linked.email,
      Date.parse(linked.since),
    );
  return username;
}

async function openAccount(page: Page, username: string, language = 'uk') {
  await startSession(page, username);
  await page.goto(`/${language}/account`);
  await takenOver(page);
}

const refuse = (page: Page, method: string, status: number, code: string) =>
  page.route(link, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: { error: { code, requestId: 'r-1' } } })
      : route.fallback(),
  );

test('without a linked account the link button opens Google', async ({ page }) => {
  const { google } = await wordsOf(page, 'en', 'profile');
  await page.route(link, (route) => route.fulfill({ json: { address: '/google-chooser' } }));
  await page.route('**/google-chooser', (route) => route.fulfill({ body: 'chooser' }));
  await openAccount(page, addPerson(false), 'en');
  await expect(row(page)).toContainText(google.none);
  await expectAccessible(page);
  await button(page, google.link).click();
  await page.waitForURL('**/google-chooser');
});

test('unlinking asks for confirmation once, reports success, and offers to end other sessions', async ({
  page,
  browser,
}) => {
  const { google, sessions } = await wordsOf(page, 'uk', 'profile');
  const username = addPerson(true);
  const other = await browser.newContext();
  await startSession(await other.newPage(), username);
  await openAccount(page, username);
  await expect(row(page)).toContainText(linked.email);
  await expect(methods(page)).not.toContainText(google.others);
  await expect(row(page).locator('time')).toHaveAttribute('datetime', linked.since);

  const unlink = button(page, google.unlink);
  await unlink.click();
  const question = page.getByRole('group', { name: google['unlink-question'] });
  await expect(question.locator('legend')).toBeFocused();
  await expect(question.getByRole('button', { name: google.keep })).toBeInViewport();
  await expectAccessible(page);
  await question.getByRole('button', { name: google.keep }).click();
  await expect(question).toHaveCount(0);
  await expect(unlink).toBeFocused();
  await expect(row(page)).toContainText(linked.email);

  await unlink.click();
  await question.getByRole('button', { name: google.unlink }).click();
  await expect(button(page, google.link)).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(google.unlinked).first()).toBeVisible();

  // offered, not forced
  await expect(methods(page)).toContainText(google.others);
  await button(page, sessions.others).click();
  await button(page, sessions.others).click();
  await expect(page.getByText(sessions['others-ended']).first()).toBeVisible();
  await expect(methods(page)).not.toContainText(google.others);
  await expect(heading(page)).toBeFocused();
  await other.close();
});

test('when unlinking is rejected, the section shows the new state', async ({
  page,
  complaints,
}) => {
  const { google } = await wordsOf(page, 'uk', 'profile');
  await openAccount(page, addPerson(true));
  await page.route(link, (route) =>
    route.fulfill({ json: { linked, lastWayIn: true, fresh: true, missing: null } }),
  );
  await refuse(page, 'DELETE', 409, 'google.last-way-in');
  await button(page, google.unlink).click();
  await button(page, google.unlink).click();
  await expect(row(page)).toContainText(google['last-way-in']);
  await expect(heading(page)).toBeFocused();
  forgive(complaints, 409);
});

test('without a response an error appears in the section, and the action can be repeated', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const { google } = await wordsOf(page, 'uk', 'profile');
  await openAccount(page, addPerson(true));
  await refuse(page, 'DELETE', 503, 'unavailable');
  await button(page, google.unlink).click();
  await button(page, google.unlink).click();
  const alert = methods(page).getByRole('alert').filter({ hasText: google['not-unlinked'] });
  await expect(alert).toBeInViewport();
  await expectAccessible(page);
  await button(page, google.keep).click();
  await button(page, google.unlink).click();
  await expect(button(page, google.keep)).toBeVisible();
  await expect(alert).toHaveCount(0);
  await page.unroute(link);
  await button(page, google.unlink).click();
  await expect(button(page, google.link)).toBeVisible();
  forgive(complaints, 503);
});

test('an old session requires a new sign-in, which returns to the account page', async ({
  page,
}) => {
  const { google } = await wordsOf(page, 'uk', 'profile');
  const login = await wordsOf(page, 'uk', 'login');
  const username = addPerson(true);
  await startSession(page, username);
  await makeSignInOld(page);
  await page.goto('/uk/account');
  await takenOver(page);
  await expect(row(page)).toContainText(google['not-recent']);
  await row(page).getByRole('link', { name: google['sign-in-again'] }).click();
  await expect(page.getByText(login['confirm-identity'].title)).toBeVisible();
  // the user stays signed in
  expect((await page.request.get('/user')).status()).toBe(200);
  await expect(page.locator('input[name=username]')).toHaveValue(username);
  await page.locator('input[name=password]').fill(password);
  await submit(page);
  await page.waitForURL('**/uk/account#sign-in-methods');
  await expect(page.locator('#sign-in-methods')).toBeInViewport();
});

test('when the session becomes too old on an open page, the user must sign in again', async ({
  page,
  complaints,
}) => {
  const { google } = await wordsOf(page, 'uk', 'profile');
  await openAccount(page, addPerson(false));
  await makeSignInOld(page);
  await button(page, google.link).click();
  await expect(row(page).getByRole('link', { name: google['sign-in-again'] })).toBeVisible();
  forgive(complaints, 403);
});
