// An old page that Back restores asks for the user, once, and shows what has changed. The rules of the answer are tested in
// packages/web/src/session/user-query.test.ts. Playwright turns the back/forward cache off, so the tests send its event.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  expect,
  forgive,
  startSession,
  takenOver,
  test,
  wordsOf,
  writeToDatabase,
} from '../support/brama.ts';

const restore = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

async function openApps(page: Page) {
  const user = addUser({ prefix: 'restored' });
  await startSession(page, user.username);
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/user') asked.push(pathname);
  });
  await page.goto('/uk/apps');
  await takenOver(page);
  return { user, asked };
}

test('a page older than 150 seconds asks for the user once, a newer one only for the session', {
  tag: '@journey',
}, async ({ page }) => {
  const { user, asked } = await openApps(page);
  await page.clock.fastForward(140_000);
  const checked = page.waitForResponse('**/api/session');
  await restore(page);
  await checked;
  expect(asked).toEqual([]);
  await page.clock.fastForward(10_000);
  const answered = page.waitForResponse('**/user');
  await restore(page);
  await answered;
  expect(asked).toEqual(['/user']);

  writeToDatabase('update users set full_name = ? where id = ?', 'Нове Ім’я', user.id);
  await page.clock.fastForward(150_000);
  await restore(page);
  await expect(page.locator('main').getByText('Нове Ім’я')).toBeVisible();
});

test('a failure is shown, and a session that has ended leads to the sign-in page', async ({
  page,
  complaints,
}) => {
  await openApps(page);
  const errors = await wordsOf(page, 'uk', 'errors');
  await page.route('**/user', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', requestId: '5d1c0a3e-93f2-4b1e-8f2a-0c7d6e5f4a3b' } },
    }),
  );
  await page.clock.fastForward(150_000);
  await restore(page);
  await expect(page.getByText(errors.codes.unavailable, { exact: true })).toBeVisible();
  forgive(complaints, 503);

  await page.unroute('**/user');
  await page.context().clearCookies({ name: 'brama_session' });
  await restore(page);
  await page.waitForURL(/\/uk\/(\?|$)/);
  forgive(complaints, 401);
});
