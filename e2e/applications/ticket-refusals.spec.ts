// What a person sees whom an application with tickets sends along with a wrong state, or who has no access to it.
// The rules are tested in packages/server/src/applications/launch.test.ts.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addApplication, addGroup } from '../support/administration.ts';
import {
  bramaUrl,
  expect,
  fillIn,
  forgive,
  type Language,
  test,
  wordsOf,
} from '../support/brama.ts';
import { optionsOf, plainEnglish } from '../support/ways.ts';

const application = {
  title: { uk: 'Лабораторія', en: 'Laboratory' },
  // no user is in it: other tests see no further card
  access: { group: 'laboratory' },
  contact: 'owner@campus.example',
};

let server: ReturnType<typeof createServer>;
let callback: string;
let id: string;

test.beforeAll(async () => {
  server = createServer((_request, response) => response.end('back'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  const protocol = {
    type: 'ticket',
    redirectUrl: callback,
    returnErrors: true,
  };
  addGroup('laboratory');
  id = await addApplication({ ...application, protocol });
});
test.afterAll(() => {
  server.close();
});

const startAt = (language: Language, state: string) =>
  `${bramaUrl()}/${language}/?${new URLSearchParams({ appId: id, state })}`;

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('an invalid state is rejected before the sign-in form', async ({ page, complaints }) => {
    const answer = await page.goto(startAt('en', 'стан'));
    expect(answer?.status()).toBe(400);
    const { 'request-refused': words } = await wordsOf(page, 'en', 'interaction');
    await expect(page.locator('h1')).toHaveText(words.title);
    await expect(page.locator('main')).toContainText(words.reasons.state);
    await expect(page.locator('#username')).toHaveCount(0);
    // the other language says the same
    const common = await wordsOf(page, 'en', 'common');
    await page.getByRole('link', { name: common.language.switch }).click();
    const { 'request-refused': inOther } = await wordsOf(page, 'uk', 'interaction');
    await expect(page.locator('h1')).toHaveText(inOther.title);
    forgive(complaints, 400);
  });
});

test('without access only the link returns the error to the application', async ({
  page,
  complaints,
}) => {
  await page.goto(startAt('uk', 'a&b=" c'));
  await fillIn(page);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/api/app-redirect?**');
  const words = await wordsOf(page, 'uk', 'interaction');
  await expect(page.locator('h1')).toHaveText(words['no-access'].title);
  await expect(page.locator('main')).toContainText(application.title.uk);
  await expect(page.getByRole('link', { name: application.contact })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(bramaUrl());
  const back = page.getByRole('link', { name: words['no-access'].action });
  await back.press('Enter');
  await page.waitForURL(`${callback}?**`);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    error: 'access_denied',
    state: 'a&b=" c',
  });
  forgive(complaints, 403);
});
