// What a person sees whom an application with tickets sends along with a wrong state, or who has no access to it.
// In both languages, with and without JavaScript.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  applyToSystem,
  bramaUrl,
  expect,
  expectNoSideways,
  fillIn,
  forgive,
  test,
  wordsOf,
} from '../support/brama.ts';
import { expectReadable, inEveryWay, otherThan, type Way } from '../support/ways.ts';

const application = {
  id: crypto.randomUUID(),
  name: 'ticket-refusals',
  title: { uk: 'Лабораторія', en: 'Laboratory' },
  description: { uk: 'Досліди', en: 'Experiments' },
  // an empty group: other tests see no further card
  access: { groups: ['laboratory'] },
  contact: 'owner@campus.example',
};

let server: ReturnType<typeof createServer>;
let callback: string;

test.beforeAll(async () => {
  server = createServer((_request, response) => response.end('back'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  const protocol = {
    type: 'ticket',
    redirectUrl: callback,
    secret: 'U2x1aGFjaCBpIGtseXVjaCB2aWQgYnJhbXkgOTk5',
    returnErrors: true,
  };
  await applyToSystem({
    groups: ['laboratory'],
    applications: [{ ...application, protocol }],
  });
});
test.afterAll(() => {
  server.close();
});

const startAt = ({ language }: Way, state: string) =>
  `${bramaUrl()}/${language}/?${new URLSearchParams({ appId: application.id, state })}`;

test.describe.configure({ mode: 'serial' });

inEveryWay((way) => {
  test('an invalid state is rejected before the sign-in form', async ({ page, complaints }) => {
    const answer = await page.goto(startAt(way, 'стан'));
    expect(answer?.status()).toBe(400);
    const { 'request-refused': words } = await wordsOf(page, way.language, 'interaction');
    await expect(page.locator('h1')).toHaveText(words.title);
    await expect(page.locator('main')).toContainText(words.reasons.state);
    await expect(page.locator('#username')).toHaveCount(0);
    await expectReadable(page, way);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSideways(page);
    // the other language says the same
    const common = await wordsOf(page, way.language, 'common');
    await page.getByRole('link', { name: common.language.switch }).click();
    const { 'request-refused': inOther } = await wordsOf(
      page,
      otherThan(way.language),
      'interaction',
    );
    await expect(page.locator('h1')).toHaveText(inOther.title);
    forgive(complaints, 400);
  });

  test('without access only the link returns the error to the application', async ({
    page,
    complaints,
  }) => {
    await page.goto(startAt(way, 'a&b=" c'));
    await fillIn(page, 'o.shevchenko');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/api/app-redirect?**');
    const words = await wordsOf(page, way.language, 'interaction');
    await expect(page.locator('h1')).toHaveText(words['no-access'].title);
    await expect(page.locator('main')).toContainText(application.title[way.language]);
    await expect(page.getByRole('link', { name: application.contact })).toBeVisible();
    await expectReadable(page, way);
    expect(new URL(page.url()).origin).toBe(bramaUrl());
    const back = page.getByRole('link', { name: words['no-access'].action });
    await back.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${callback}?**`);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      error: 'access_denied',
      state: 'a&b=" c',
    });
    forgive(complaints, 403);
  });
});
