// A third-party application asks for consent, and loses it under «my data», with and without JavaScript. The rules are tested in
// packages/server/src/applications/oidc/consent.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  applicationTitle,
  bramaUrl,
  expect,
  expectAccessible,
  forgive,
  sampleUrl,
  signIn,
  signInHere,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { inEveryWay } from '../support/ways.ts';

const home = () => `${sampleUrl()}/clubs`;

const addStudent = () => addUser({ prefix: 'consents', email: true });

async function goToQuestion(page: Page) {
  await page.goto(home());
  await page.getByRole('link', { name: signInHere }).click();
  await page.waitForURL('**/oidc/consent/*');
}

inEveryWay(({ language, javaScriptEnabled }) => {
  test('the user reads the consent page, refuses, allows, and ends access in «my data»', {
    tag: javaScriptEnabled ? '@journey' : [],
  }, async ({ page, complaints }) => {
    await startSession(page, addStudent().username);
    await goToQuestion(page);
    const { consent } = await wordsOf(page, language, 'interaction');
    await expect(page.locator('h1')).toHaveText(consent.title);
    const main = page.locator('main');
    await expect(main).toContainText(applicationTitle('clubs', language));
    await expect(main).toContainText(new URL(sampleUrl()).host);
    await expect(main.locator('dd').filter({ hasText: '@campus.example' })).toBeVisible();
    // what is not asked for is not there
    await expect(main.getByText(consent.scopes.tax_id, { exact: true })).toBeHidden();
    await expect(main.getByText(consent.known)).toBeHidden();
    const allow = page.getByRole('button', { name: consent.allow, exact: true });
    const refuse = page.getByRole('button', { name: consent.refuse, exact: true });
    const boxes = [await allow.boundingBox(), await refuse.boundingBox()];
    expect(boxes[0]?.width).toBe(boxes[1]?.width);
    expect(boxes[0]?.height).toBe(boxes[1]?.height);

    await refuse.click();
    await expect(page.getByText('access_denied')).toBeVisible();
    const refused = { uk: 'Ви не дозволили доступ', en: 'You didn’t allow access' };
    await expect(page.getByRole('alert')).toContainText(refused[language]);

    await goToQuestion(page);
    await page.getByRole('button', { name: consent.allow, exact: true }).press('Enter');
    await page.waitForURL(home());
    await expect(page.getByText('@campus.example').first()).toBeVisible();
    // once is enough
    await page.context().clearCookies({ domain: new URL(sampleUrl()).hostname });
    await page.goto(home());
    await page.getByRole('link', { name: signInHere }).click();
    await page.waitForURL(home());

    const { access } = await wordsOf(page, language, 'profile');
    await page.goto(`${bramaUrl()}/${language}/account`);
    const clubs = applicationTitle('clubs', language);
    const end = page.getByRole('button', { name: access.end.replace('{{app}}', clubs) });
    if (javaScriptEnabled) await takenOver(page);
    await end.click();
    if (javaScriptEnabled) {
      const words = access.question.replace('{{app}}', clubs);
      const question = page.getByRole('group', { name: words });
      await expect(question.locator('legend')).toBeFocused();
      await question.getByRole('button', { name: access['end-short'] }).click();
      await expect(page.getByText(access.ended).first()).toBeVisible();
    }
    await expect(end).toHaveCount(0);
    await goToQuestion(page);
    // the application sends the refusal with this status
    forgive(complaints, 403);
  });
});

test('the account page: cancelling keeps access and restores focus; an error appears in the same section', async ({
  page,
  complaints,
}) => {
  const { username } = addStudent();
  await startSession(page, username);
  await goToQuestion(page);
  const { consent } = await wordsOf(page, 'uk', 'interaction');
  await page.getByRole('button', { name: consent.allow, exact: true }).click();
  await page.waitForURL(home());
  const { access } = await wordsOf(page, 'uk', 'profile');
  await signIn(page, username);
  await page.goto(`${bramaUrl()}/uk/account`);
  await takenOver(page);
  const section = page.locator('section[aria-labelledby=connected-apps]');
  await expect(section).toContainText('Бачить');
  const end = section.getByRole('button').first();
  await end.press('Enter');
  await section.getByRole('button', { name: access.keep }).press('Enter');
  await expect(end).toBeFocused();
  await page.route('**/api/access/end', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', requestId: 'r-1' } } }),
  );
  await end.press('Enter');
  await section.getByRole('button', { name: access['end-short'] }).press('Enter');
  await expect(section.getByRole('alert')).toContainText(access['not-ended']);
  await expectAccessible(page);
  forgive(complaints, 500);
});
