// Applications that use CAS, in a real browser: one sign-in and one sign-out for them and for applications with OpenID Connect.
// Parameters and refusals are tested in packages/server/src/applications/cas.

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addApplication, addUser } from '../support/administration.ts';
import { addApp } from '../support/authenticator-app.ts';
import {
  applicationId,
  applicationTitle,
  bramaUrl,
  expect,
  expectAccessibleWithoutScripts,
  fillIn,
  forgive,
  sampleUrl,
  signInHere,
  startSession,
  studentName,
  tabTo,
  test,
  waitForSignInPage,
  wordsOf,
} from '../support/brama.ts';
import { inEveryWay, type Way } from '../support/ways.ts';

const home = (name: string) => `${sampleUrl()}/${name}`;
const entry = () => `${home('timetable')}/entry`;
const signOutEverywhere = /Вийти всюди|Sign out everywhere/;

const signInLink = (page: Page) => page.getByRole('link', { name: signInHere });

/** The address to which an application with CAS sends the browser. */
const loginAt = (service: string, parameters: Record<string, string> = {}) =>
  `${bramaUrl()}/cas/login?${new URLSearchParams({ service, ...parameters })}`;

async function enterPassword(page: Page) {
  await fillIn(page);
  await page.keyboard.press('Enter');
}

/** Expects the sign-in page of a request of this application. */
async function expectSignInPage(page: Page, { language }: Way) {
  await page.waitForURL(`**/${language}/?appId=${applicationId('timetable')}&request=*`);
  await expect(page.locator('main')).toContainText(applicationTitle('timetable', language));
}

async function expectSignedIn(page: Page, name: string) {
  await page.waitForURL(home(name));
  await expect(page.getByText('o.shevchenko@campus.example')).toBeVisible();
}

/** Waits until the application has received the notification: a busy machine may need more than the sign-out waits. */
async function expectSignedOut(page: Page, name: string) {
  await expect(async () => {
    await page.goto(home(name));
    await expect(signInLink(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
}

/** Signs out at the application, by the page that asks. */
async function signOutAt(page: Page, { language }: Way, name: string) {
  await page.goto(home(name));
  await page.getByRole('button', { name: signOutEverywhere }).click();
  const words = (await wordsOf(page, language, 'interaction'))['sign-out'];
  await expect(page.locator('h1')).toHaveText(words.title);
  await expect(page.locator('main')).toContainText(applicationTitle(name, language));
  const confirm = page.locator('main').getByRole('button', { name: words.action });
  await tabTo(page, confirm);
  await page.keyboard.press('Enter');
  await page.waitForURL(home(name));
  await expect(signInLink(page)).toBeVisible();
}

inEveryWay((way) => {
  const { language, javaScriptEnabled } = way;

  test.beforeEach(({ context }) =>
    context.addCookies([{ name: 'i18next', value: language, url: bramaUrl() }]),
  );

  test('one sign-in opens applications with CAS and with OpenID Connect, one sign-out ends both', {
    tag: javaScriptEnabled ? '@journey' : [],
  }, async ({ page }) => {
    const [first, second] = javaScriptEnabled ? ['timetable', 'courses'] : ['courses', 'timetable'];
    await page.goto(home(first));
    await signInLink(page).click();
    if (first === 'timetable') await expectSignInPage(page, way);
    await enterPassword(page);
    await expectSignedIn(page, first);
    // no page of ours in between
    await page.goto(home(second));
    await signInLink(page).click();
    await expectSignedIn(page, second);
    await page.goto(home('timetable'));
    await expect(page.getByText(studentName.uk).first()).toBeVisible();
    await expect(page.getByText('students')).toBeVisible();

    await signOutAt(page, way, first);
    await expectSignedOut(page, second);
    await page.goto(`${bramaUrl()}/${language}/apps`);
    await page.waitForURL(`**/${language}/`);
  });

  test('method=POST: the application receives the ticket in a form', async ({ page }) => {
    await startSession(page);
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url() === entry(),
    );
    await page.goto(loginAt(entry(), { method: 'POST' }));
    if (!javaScriptEnabled) {
      // the page is in no list of pages
      await expectAccessibleWithoutScripts(page);
      await page.getByRole('button').press('Enter');
    }
    expect((await posted).postData()).toMatch(/^ticket=ST-[A-Za-z0-9]{43}&service=http/);
    await expectSignedIn(page, 'timetable');
  });
});

test('a card of the portal opens the application; sign-out at the portal ends its session', async ({
  page,
  context,
}) => {
  await startSession(page);
  await page.goto('/uk/apps');
  const card = page.locator(`a[href*="${applicationId('timetable')}"]`);
  const [tab] = await Promise.all([context.waitForEvent('page'), card.press('Enter')]);
  await expectSignedIn(tab, 'timetable');
  const words = await wordsOf(page, 'uk', 'apps');
  await page.getByRole('button', { name: words['sign-out'].action }).press('Enter');
  await waitForSignInPage(page);
  await expectSignedOut(tab, 'timetable');
});

test('an application that requires two factors asks for the second one', async ({
  page,
  complaints,
}) => {
  const group = `cas-${randomUUID()}`;
  const user = addUser({ prefix: 'cas', groups: [group] });
  // the sample application has no such page
  const service = home(group);
  await addApplication({
    title: { uk: 'Відомості', en: 'Registers' },
    access: { group },
    minimumLevel: 'urn:brama:acr:mfa',
    protocol: { type: 'cas', services: [service], attributes: { acr: 'acr' } },
  });
  await startSession(page, user.username);
  const app = addApp(user.id);
  // without the level the application gets no ticket; the server reads new services after a second
  const gateway = loginAt(service, { gateway: 'true' });
  const answer = () => page.request.get(gateway, { maxRedirects: 0 });
  await expect.poll(async () => (await answer()).headers()['location']).toBe(service);
  const arrived = page.waitForRequest((request) => request.url().startsWith(`${service}?`));
  await page.goto(loginAt(service));
  await page.waitForURL('**/uk/second-factor?*');
  await page.locator('#code').fill(app.code());
  await page.keyboard.press('Enter');
  const ticket = new URL((await arrived).url()).searchParams.get('ticket') ?? '';
  const query = new URLSearchParams({ service, ticket, format: 'JSON' });
  const validated = await page.request.get(`${bramaUrl()}/cas/p3/serviceValidate?${query}`);
  expect((await validated.json()).serviceResponse.authenticationSuccess).toMatchObject({
    user: user.username,
    attributes: { acr: 'urn:brama:acr:mfa' },
  });
  forgive(complaints, 404);
});
