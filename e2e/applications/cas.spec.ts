// Applications that use CAS, in a real browser: one sign-in and one sign-out for them and for applications with OpenID Connect.
// Also every page to which a request may lead. In both languages, with and without JavaScript.

import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { addApp } from '../support/authenticator-app.ts';
import {
  applicationId,
  applicationTitle,
  applyToSystem,
  bramaUrl,
  expect,
  fillIn,
  forgive,
  password,
  readFromDatabase,
  sampleUrl,
  signInHere,
  startSession,
  studentName,
  tabTo,
  test,
  wordsOf,
} from '../support/brama.ts';
import { expectReadable, inEveryWay, type Way } from '../support/ways.ts';

const home = (name: string) => `${sampleUrl()}/${name}`;
const entry = () => `${home('timetable')}/entry`;
const signOutEverywhere = /Вийти всюди|Sign out everywhere/;

const signInLink = (page: Page) => page.getByRole('link', { name: signInHere });

/** The address to which an application with CAS sends the browser. */
const loginAt = (service: string, parameters: Record<string, string> = {}) =>
  `${bramaUrl()}/cas/login?${new URLSearchParams({ service, ...parameters })}`;

async function enterPassword(page: Page, username = 'o.shevchenko') {
  await fillIn(page, username);
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

/** Signs in to one application, and opens another one without a page of Brama in between. */
async function signInAtBoth(page: Page, first: string, second: string) {
  await page.goto(home(first));
  await signInLink(page).click();
  await enterPassword(page);
  await expectSignedIn(page, first);
  await page.goto(home(second));
  await signInLink(page).click();
  await expectSignedIn(page, second);
}

/** Signs out at the application, by the page that asks. */
async function signOutAt(page: Page, way: Way, name: string) {
  await page.goto(home(name));
  await page.getByRole('button', { name: signOutEverywhere }).click();
  const words = (await wordsOf(page, way.language, 'interaction'))['sign-out'];
  await expect(page.locator('h1')).toHaveText(words.title);
  await expect(page.locator('main')).toContainText(applicationTitle(name, way.language));
  await expectReadable(page, way);
  const confirm = page.locator('main').getByRole('button', { name: words.action });
  await tabTo(page, confirm);
  await page.keyboard.press('Enter');
  await page.waitForURL(home(name));
  await expect(signInLink(page)).toBeVisible();
}

inEveryWay((way) => {
  const { language } = way;
  const chooseLanguage = (context: BrowserContext) =>
    context.addCookies([{ name: 'i18next', value: language, url: bramaUrl() }]);
  const interaction = (page: Page) => wordsOf(page, language, 'interaction');

  test.beforeEach(({ context }) => chooseLanguage(context));

  test('one sign-in opens applications with CAS and with OpenID Connect', async ({ page }) => {
    await page.goto(home('timetable'));
    await signInLink(page).click();
    await expectSignInPage(page, way);
    await enterPassword(page);
    await expectSignedIn(page, 'timetable');
    await expect(page.getByText(studentName.uk).first()).toBeVisible();
    await expect(page.getByText('students')).toBeVisible();
    await page.goto(home('courses'));
    await signInLink(page).click();
    await expectSignedIn(page, 'courses');
  });

  test('sign-out at an application with CAS ends the session of one with OpenID Connect', async ({
    page,
  }) => {
    await signInAtBoth(page, 'timetable', 'courses');
    await signOutAt(page, way, 'timetable');
    await expectSignedOut(page, 'courses');
    await page.goto(`${bramaUrl()}/${language}/apps`);
    await page.waitForURL(`**/${language}/`);
  });

  test('sign-out at an application with OpenID Connect ends the session of one with CAS', async ({
    page,
  }) => {
    await signInAtBoth(page, 'courses', 'timetable');
    await signOutAt(page, way, 'courses');
    await expectSignedOut(page, 'timetable');
  });

  test('a card of the portal opens the application; sign-out at the portal ends its session', async ({
    page,
    context,
  }) => {
    await startSession(page);
    await page.goto(`${bramaUrl()}/${language}/apps`);
    const card = page.locator(`a[href*="${applicationId('timetable')}"]`);
    const [tab] = await Promise.all([context.waitForEvent('page'), card.press('Enter')]);
    await expectSignedIn(tab, 'timetable');
    const words = await wordsOf(page, language, 'apps');
    await page.getByRole('button', { name: words['sign-out'].action }).press('Enter');
    await page.waitForURL(`**/${language}/?signed-out*`);
    await expectSignedOut(tab, 'timetable');
  });

  test('renew: a signed-in user signs in again', async ({ page }) => {
    await startSession(page);
    await page.goto(loginAt(entry(), { renew: 'true' }));
    await expectSignInPage(page, way);
    await expectReadable(page, way);
    await enterPassword(page);
    await expectSignedIn(page, 'timetable');
    // and is still signed in
    await page.goto(loginAt(entry()));
    await expectSignedIn(page, 'timetable');
  });

  test('gateway: the user sees no page, signed in or not', async ({ page }) => {
    await page.goto(loginAt(entry(), { gateway: 'true' }));
    await page.waitForURL(home('timetable'));
    await expect(signInLink(page)).toBeVisible();
    await startSession(page);
    await page.goto(loginAt(entry(), { gateway: 'true' }));
    await expectSignedIn(page, 'timetable');
  });

  test('method=POST: the application receives the ticket in a form', async ({ page }) => {
    await startSession(page);
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url() === entry(),
    );
    await page.goto(loginAt(entry(), { method: 'POST' }));
    if (!way.javaScriptEnabled) {
      await expectReadable(page, way);
      await page.getByRole('button').press('Enter');
    }
    expect((await posted).postData()).toMatch(/^ticket=ST-[A-Za-z0-9]{43}&service=http/);
    await expectSignedIn(page, 'timetable');
  });

  test('an application that requires two factors asks for the second one', async ({
    page,
    complaints,
  }) => {
    const key = randomUUID().slice(0, 13);
    const username = `cas.${key}`;
    // the sample application has no such page
    const service = home(`cas-${key}`);
    await applyToSystem({
      groups: [`cas-${key}`],
      users: [{ username, fullName: 'Сич Олена Петрівна', groups: [`cas-${key}`], password }],
      applications: [
        {
          id: randomUUID(),
          name: `cas-${key}`,
          title: { uk: 'Відомості', en: 'Registers' },
          description: { uk: 'Оцінки', en: 'Marks' },
          access: { groups: [`cas-${key}`] },
          minimumLevel: 'urn:brama:acr:mfa',
          protocol: { type: 'cas', services: [service], attributes: { acr: 'acr' } },
        },
      ],
    });
    await startSession(page, username);
    const [row] = readFromDatabase('select id from users where username = ?', username);
    const app = addApp(`${row?.['id']}`);
    // without the level the application gets no ticket; the server reads new services after a second
    const gateway = loginAt(service, { gateway: 'true' });
    const answer = () => page.request.get(gateway, { maxRedirects: 0 });
    await expect.poll(async () => (await answer()).headers()['location']).toBe(service);
    const arrived = page.waitForRequest((request) => request.url().startsWith(`${service}?`));
    await page.goto(loginAt(service));
    await page.waitForURL(`**/${language}/second-factor?*`);
    await expectReadable(page, way);
    await page.locator('#code').fill(app.code());
    await page.keyboard.press('Enter');
    const ticket = new URL((await arrived).url()).searchParams.get('ticket') ?? '';
    const query = new URLSearchParams({ service, ticket, format: 'JSON' });
    const validated = await page.request.get(`${bramaUrl()}/cas/p3/serviceValidate?${query}`);
    expect((await validated.json()).serviceResponse.authenticationSuccess).toMatchObject({
      user: username,
      attributes: { acr: 'urn:brama:acr:mfa' },
    });
    forgive(complaints, 404);
  });

  test('a service that is not registered is refused, with the difference', async ({
    page,
    complaints,
  }) => {
    await page.goto(loginAt(`${home('timetables')}/entry`));
    const words = (await interaction(page))['request-refused'];
    const main = page.locator('main');
    await expect(page.locator('h1')).toHaveText(words.title);
    await expect(main).toContainText(
      words.reasons['unregistered-address'].replace('{{parameter}}', 'service'),
    );
    await expect(main).toContainText(home('timetable'));
    await expectReadable(page, way);
    forgive(complaints, 400);
  });

  test('a user without access sees whom to ask', async ({ page, complaints }) => {
    await page.goto(loginAt(entry()));
    await enterPassword(page, 'г.ґудзь');
    const { 'no-access': words, apps } = await interaction(page);
    await expect(page.locator('h1')).toHaveText(words.title);
    const main = page.locator('main');
    await expect(main).toContainText(applicationTitle('timetable', language));
    await expect(main.locator('a[href^="mailto:"]')).toBeVisible();
    await expectReadable(page, way);
    // the application would lead back to this page at once
    await expect(main.getByRole('link', { name: words.action })).toHaveCount(0);
    await main.getByRole('link', { name: apps }).click();
    await expect(page).toHaveURL(`${bramaUrl()}/${language}/apps`);
    forgive(complaints, 403);
  });

  test('a request of another browser is over', async ({ page, context, complaints }) => {
    await page.goto(loginAt(entry()));
    await expectSignInPage(page, way);
    const query = new URL(page.url()).searchParams;
    await context.clearCookies();
    await chooseLanguage(context);
    const appId = applicationId('timetable');
    const answer = await page.goto(
      `${bramaUrl()}/cas/login/${query.get('request')}?appId=${appId}`,
    );
    expect(answer?.status()).toBe(410);
    const words = (await interaction(page))['request-over'];
    await expect(page.locator('h1')).toHaveText(words.title);
    await expectReadable(page, way);
    const again = page.getByRole('link', { name: words.action });
    await tabTo(page, again);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${language}/?appId=${appId}`);
    forgive(complaints, 410);
  });

  test('an address to which nothing returns: the page for those who have signed out', async ({
    page,
  }) => {
    await startSession(page);
    const foreign = new URLSearchParams({ service: 'https://campus.example.evil/' });
    await page.goto(`${bramaUrl()}/cas/logout?${foreign}`);
    const words = (await interaction(page))['sign-out'];
    await expect(page.locator('main')).toContainText(words['text-anybody']);
    await expectReadable(page, way);
    await page.locator('main').getByRole('button', { name: words.action }).press('Enter');
    await page.waitForURL(`${bramaUrl()}/${language}/?signed-out`);
  });
});
