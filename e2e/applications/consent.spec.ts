// A third-party application asks for consent, and loses it under «my data»: in both languages, with and without JavaScript,
// by keyboard.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import {
  applicationTitle,
  bramaUrl,
  expect,
  expectAccessible,
  expectNoSideways,
  fillIn,
  forgive,
  sampleUrl,
  signIn,
  signInHere,
  startSession,
  submit,
  test,
  wordsOf,
} from '../support/brama.ts';
import { expectReadable, inEveryWay } from '../support/ways.ts';

const home = () => `${sampleUrl()}/clubs`;
/** Student and employee: has something to tell for every scope. */
const person = 'i.melnyk';

/** Nothing is agreed to, whatever ran before. */
async function forgetAll(page: Page) {
  const answer = await page.request.get(`${bramaUrl()}/api/access`);
  for (const { id } of (await answer.json()).applications)
    await page.request.post(`${bramaUrl()}/api/access/end`, {
      headers: { origin: bramaUrl() },
      data: { application: id },
    });
}

async function goToQuestion(page: Page) {
  await page.goto(home());
  await page.getByRole('link', { name: signInHere }).click();
  await page.waitForURL('**/oidc/consent/*');
}

test.describe.configure({ mode: 'serial' });

inEveryWay((way) => {
  const { language, javaScriptEnabled } = way;

  test('the user reads the consent page, refuses, allows, and ends access in «my data»', async ({
    page,
    complaints,
  }) => {
    await startSession(page, person);
    await forgetAll(page);
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
    await expectReadable(page, way);
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
    await page.goto(`${bramaUrl()}/${language}/apps`);
    const clubs = applicationTitle('clubs', language);
    const end = page.getByRole('button', { name: access.end.replace('{{app}}', clubs) });
    if (javaScriptEnabled) await page.locator('[aria-haspopup=dialog]').click();
    else await page.locator(`main a[href="/${language}/account"]`).click();
    await end.click();
    if (javaScriptEnabled) {
      const words = access.question.replace('{{app}}', clubs);
      const question = page.getByRole('group', { name: words });
      await expect(question.locator('legend')).toBeFocused();
      await expectAccessible(page);
      await question.getByRole('button', { name: access['end-short'] }).click();
      await expect(page.getByText(access.ended).first()).toBeVisible();
    }
    await expect(end).toHaveCount(0);
    await goToQuestion(page);
    // the application sends the refusal with this status
    forgive(complaints, 403);
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('the consent page is available in the other language', async ({ page }) => {
      await startSession(page, person);
      await forgetAll(page);
      await goToQuestion(page);
      await page.locator('header a[hreflang=en]').click();
      const { consent } = await wordsOf(page, 'en', 'interaction');
      await expect(page.locator('h1')).toHaveText(consent.title);
      await page.getByRole('button', { name: consent.allow, exact: true }).click();
      await page.waitForURL(home());
    });
  });

test('«another user» signs the user out; the next user gets the consent page', async ({
  page,
  complaints,
}) => {
  await startSession(page, person);
  await forgetAll(page);
  await goToQuestion(page);
  const { consent } = await wordsOf(page, 'uk', 'interaction');
  await page.getByRole('button', { name: consent['another-user'] }).click();
  await expect(page.locator('#username')).toBeVisible();
  await fillIn(page, 'o.shevchenko');
  await submit(page);
  await page.waitForURL('**/oidc/consent/*');
  await expect(page.locator('main')).toContainText('o.shevchenko@campus.example');
  await page.getByRole('button', { name: consent.refuse, exact: true }).click();
  await expect(page.getByText('access_denied')).toBeVisible();
  // as the application says it
  forgive(complaints, 403);
});

test('my data: cancelling keeps access and restores focus; an error appears in the same section', async ({
  page,
  complaints,
}) => {
  await startSession(page, person);
  await forgetAll(page);
  await goToQuestion(page);
  const { consent } = await wordsOf(page, 'uk', 'interaction');
  await page.getByRole('button', { name: consent.allow, exact: true }).click();
  await page.waitForURL(home());
  const { access } = await wordsOf(page, 'uk', 'profile');
  await signIn(page, person);
  await page.locator('[aria-haspopup=dialog]').click();
  const section = page.locator('dialog section[aria-labelledby=access]');
  await expect(section).toContainText('Бачить');
  await expectAccessible(page);
  await expectNoSideways(page);
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
