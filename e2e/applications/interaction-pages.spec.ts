// Pages for users who cannot open an application: without access, with a wrong request, or with a method that it does not accept.
// The rules are tested in packages/server/src/applications/oidc.

import { addApplication, addGroup } from '../support/administration.ts';
import {
  applicationId,
  applicationTitle,
  bramaUrl,
  expect,
  fillIn,
  forgive,
  sampleUrl,
  signInHere,
  test,
  wordsOf,
} from '../support/brama.ts';
import { googleMethod } from '../support/google-chooser.ts';
import { optionsOf, plainEnglish } from '../support/ways.ts';

test('a user without access sees a contact; the application gets an error', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  await page.goto(`${sampleUrl()}/courses`);
  await page.getByRole('link', { name: signInHere }).click();
  await fillIn(page, 'г.ґудзь');
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/oidc/no-access/*');
  const { pathname } = new URL(page.url());
  const words = await wordsOf(page, 'uk', 'interaction');
  await expect(page.locator('h1')).toHaveText(words['no-access'].title);
  const main = page.locator('main');
  await expect(main).toContainText(applicationTitle('courses', 'uk'));
  await expect(main.locator('a[href^="mailto:"]')).toBeVisible();
  await page.getByRole('link', { name: words['no-access'].action }).click();
  await expect(page.getByText('access_denied')).toBeVisible();
  // works once
  const answer = await page.goto(bramaUrl() + pathname);
  expect(answer?.status()).toBe(410);
  await expect(page.getByText(words['request-refused'].over)).toBeVisible();
  forgive(complaints, 403);
  forgive(complaints, 410);
});

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('an invalid redirect URI is shown next to the registered one', {
    tag: '@journey',
  }, async ({ page, complaints }) => {
    const hostile = '<img src=x onerror=alert(1)>\u202Egnp';
    const sent = `${sampleUrl()}/Wrong/${hostile}?code=hush-secret#hush-secret`;
    const request = new URLSearchParams({
      client_id: applicationId('courses'),
      response_type: 'code',
      scope: 'openid',
      redirect_uri: sent,
      ui_locales: 'en',
    });
    const answer = await page.goto(`/oidc/auth?${request}`);
    expect(answer?.status()).toBe(400);
    const { 'request-refused': words } = await wordsOf(page, 'en', 'interaction');
    const facts = page.locator('main dl > div:visible');
    await expect(facts).toHaveCount(2);
    for (const [index, label] of [words.received, words.registered].entries())
      await expect(facts.nth(index).locator('dt')).toHaveText(`${label} redirect_uri`);
    await expect(facts.nth(0).locator('dd')).toContainText(`${sampleUrl()}/Wrong/<img%20src`);
    await expect(facts.nth(1).locator('dd')).toContainText(sampleUrl());
    await expect(facts.nth(0).locator('mark')).toContainText('Wrong');
    await expect(page.locator('main')).toContainText(words.differences.path);
    await expect(page.locator('main a[href*="Wrong"], main img[src="x"]')).toHaveCount(0);
    expect(await page.content()).not.toContain('hush-secret');
    expect(await page.content()).not.toContain('\u202E');
    // nothing of a box where there is nothing to show
    await page.goto('/oidc/auth/nothing-waits-here');
    await expect(page.locator('main dl')).toBeHidden();
    forgive(complaints, 400);
    forgive(complaints, 410);
  });
});

test('the page shows only the sign-in methods that the application accepts', async ({ page }) => {
  const title = { uk: 'Реєстр справ', en: 'Case registry' };
  const redirect_uri = 'http://127.0.0.1/callback';
  const client_id = `choosy-${crypto.randomUUID()}`;
  addGroup('registry');
  await addApplication({
    title,
    // no user is in it: other tests see no further card
    access: { group: 'registry' },
    protocol: {
      type: 'oidc',
      metadata: { client_id, redirect_uris: [redirect_uri] },
      pkce: 'allowed',
      signInMethods: ['diia', 'google'],
    },
  });
  const request = new URLSearchParams({
    client_id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri,
    ui_locales: 'en',
  });
  await page.goto(`/oidc/auth?${request}`);
  await expect(page.locator('main')).toContainText(title.en);
  await expect(page.locator('#current-password')).toHaveCount(0);
  await expect(googleMethod(page)).toBeVisible();
});
