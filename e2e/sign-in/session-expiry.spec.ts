// What a person sees when the session has ended.

import type { Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  bramaUrl,
  expect,
  fillIn,
  forgive,
  startSession,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

test('a reload after session expiry shows the reason on the sign-in page', async ({ page }) => {
  const language = 'en';
  const login = await wordsOf(page, language, 'login');
  for (const path of ['apps?appId=abc', 'password']) {
    await startSession(page);
    await page.goto(`/${language}/${path}`);
    const cookies = await page.context().cookies();
    await page.request.post('/api/auth/logout', { headers: { origin: bramaUrl() } });
    await page.context().addCookies(cookies);
    await page.reload();
    await expect(page.getByText(login['session-ended'].title)).toBeVisible();
    // said once
    await expect(page).not.toHaveURL(/session=/);
  }
});

/** Opens the account page of a user with two sessions, and returns the button that ends the other one. */
async function openWithTwoSessions(page: Page, language: 'uk' | 'en') {
  const words = await wordsOf(page, language, 'profile');
  const { username } = addUser({ prefix: 'expiry' });
  const other = await page.context().browser()?.newContext({ baseURL: bramaUrl() });
  await startSession((await other?.newPage()) ?? page, username);
  await other?.close();
  await startSession(page, username);
  await page.goto(`/${language}/account`);
  await takenOver(page);
  return page
    .locator('[aria-labelledby=sessions]')
    .getByRole('button', { name: words.sessions.others });
}

test('an action after session expiry shows one message and one link that returns here', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const { 'session-ended': words } = await wordsOf(page, 'uk', 'errors');
  const others = await openWithTwoSessions(page, 'uk');
  await page.context().clearCookies({ name: 'brama_session' });
  await others.click();
  await others.click();
  const alert = page.getByRole('alert').filter({ hasText: words.title });
  await expect(alert).toHaveCount(1);
  await alert.getByRole('link', { name: words.action }).click();
  await fillIn(page);
  await submit(page);
  await page.waitForURL('**/uk/account');
  forgive(complaints, 401);
});

test('messages and pages show the beginning of the request id as a reference code', async ({
  page,
  complaints,
}) => {
  const { reference: words } = await wordsOf(page, 'en', 'common');
  const requestId = '1f0c9c64-5a3e-4b7e-9d10-3a3c7b1f6a21';
  const reference = (id: string) =>
    page.locator('p', { hasText: words.label }).locator('code', { hasText: id });
  const others = await openWithTwoSessions(page, 'en');
  await page.route('**/api/sessions/end-others', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', requestId } } }),
  );
  await others.click();
  await others.click();
  await expect(reference('1f0c9c64')).toBeVisible();
  await page.context().clearCookies({ name: 'brama_session' });
  const answer = await page.goto('/user');
  const id = `${answer?.headers()['x-request-id']}`;
  await expect(reference(id.slice(0, 8))).toBeVisible();
  const refused = await page.goto('/oidc/auth?client_id=nobody');
  const refusedId = `${refused?.headers()['x-request-id']}`;
  await expect(reference(refusedId.slice(0, 8))).toBeVisible();
  for (const status of [503, 401, 400]) forgive(complaints, status);
});
