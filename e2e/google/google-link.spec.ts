// Linking a Google account on the account page and unlinking it, for real.

import type { Page } from '@playwright/test';
import {
  bramaUrl,
  test as common,
  expect,
  expectAccessible,
  signIn,
  signInByForm,
  takenOver,
  wordsOf,
} from '../support/brama.ts';
import { choose, signInWithGoogle } from '../support/google-chooser.ts';

type Fixtures = {
  /** A user whose account no other test changes. */
  person: string;
};

const test = common.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  person: async ({}, use, { parallelIndex }) => {
    await use(['m.kovalenko', 'i.melnyk'][parallelIndex] ?? 'г.ґудзь');
  },
});

const link = '/api/google/link';
const methods = (page: Page) => page.locator('section[aria-labelledby=sign-in-methods]');
const button = (page: Page, name: string) => methods(page).getByRole('button', { name });

/** Nothing linked, whatever was here before. */
async function beginUnlinked(page: Page) {
  const { linked } = await (await page.request.get(link)).json();
  if (linked) await page.request.delete(link, { headers: { origin: bramaUrl() } });
}

async function openAccount(page: Page, language: string) {
  await page.goto(`/${language}/account`);
  await takenOver(page);
}

test('the user links Google, signs in with it, and unlinks it', { tag: '@journey' }, async ({
  page,
  person,
}) => {
  const language = 'uk';
  const { google } = await wordsOf(page, language, 'profile');
  const apps = await wordsOf(page, language, 'apps');
  const login = await wordsOf(page, language, 'login');
  await signInByForm(page, person, language);
  await beginUnlinked(page);
  await openAccount(page, language);
  await button(page, google.link).click();
  await choose(page, person);
  await page.waitForURL(`**/${language}/account#sign-in-methods`);
  await expect(methods(page)).toContainText('@campus.example');
  await expect(methods(page).getByRole('button', { name: google.unlink })).toBeInViewport();
  await expect(page.getByText(google.linked).first()).toBeVisible();
  // linking is no sign-in: the way of last time stays
  expect(await page.evaluate(() => localStorage.getItem('brama.last-method'))).toBe('password');

  await page.goto(`/${language}/apps`);
  await page.getByRole('button', { name: apps['sign-out'].action }).click();
  // not its parameter: that leaves the address as soon as it is read
  await expect(page.getByText(login['signed-out'].title)).toBeVisible();
  await signInWithGoogle(page, { language, person });
  await page.waitForURL(`**/${language}/apps`);
  await openAccount(page, language);
  await button(page, google.unlink).click();
  await page.getByRole('group').getByRole('button', { name: google.unlink }).click();
  await expect(button(page, google.link)).toBeVisible();
  await expect(page.getByText(google.unlinked).first()).toBeVisible();
  expect((await (await page.request.get(link)).json()).linked).toBeNull();
});

test('a cancelled linking shows an error on the account page', async ({ page, person }) => {
  const { google } = await wordsOf(page, 'en', 'profile');
  await signIn(page, person, 'en');
  await beginUnlinked(page);
  await openAccount(page, 'en');
  await button(page, google.link).click();
  await choose(page, person, 'cancel');
  await page.waitForURL('**/en/account#sign-in-methods');
  await expect(methods(page).getByRole('alert')).toContainText(google.failed);
  await expect(methods(page).getByRole('button', { name: google.link })).toBeInViewport();
  await expectAccessible(page);
  // once
  await page.reload();
  await expect(methods(page).getByRole('button', { name: google.link })).toBeVisible();
  await expect(methods(page)).not.toContainText(google.failed);
});
