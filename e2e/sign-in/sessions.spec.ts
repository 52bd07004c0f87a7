// The list of a user's sessions and ending them by keyboard, and the sign-out of the password page. It has a user of its own,
// because ending all other sessions would sign out other tests.

import { type Browser, devices, type Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  bramaUrl,
  expect,
  expectAccessible,
  forgive,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

/** Signs in elsewhere; returns a function that checks whether the session still exists. */
async function signedInOn(browser: Browser, device: string, username: string) {
  const context = await browser.newContext(devices[device]);
  await startSession(await context.newPage(), username);
  return async () => (await context.request.get(`${bramaUrl()}/user`)).ok();
}

const isSignedIn = async (page: Page) => (await page.request.get(`${bramaUrl()}/user`)).ok();

test('the current session is first; the user ends one session, then all others', {
  tag: '@journey',
}, async ({ page, browser, complaints }) => {
  const language = 'uk';
  const { username } = addUser({ prefix: 'sessions' });
  const words = (await wordsOf(page, language, 'profile')).sessions;
  const place = (name: string, system: string) =>
    words.on.replace('{{browser}}', name).replace('{{system}}', system);
  const onTablet = await signedInOn(browser, 'Galaxy Tab S9', username);
  const onPhone = await signedInOn(browser, 'iPhone 15', username);
  await startSession(page, username);
  await page.goto(`/${language}/account`);
  await takenOver(page);
  const section = page.locator('section[aria-labelledby=sessions]');
  const heading = section.getByRole('heading', { level: 2 });
  const entries = section.getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(entries.first()).toContainText(words.here);
  await expect(entries.first().getByRole('button')).toHaveCount(0);

  const phone = place('Safari', 'iPhone');
  const end = entries.filter({ hasText: phone }).getByRole('button');
  await end.press('Enter');
  const question = page.getByRole('group', { name: words.question.replace('{{where}}', phone) });
  await expect(question.locator('legend')).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: words.keep }).press('Enter');
  await expect(end).toBeFocused();
  expect(await onPhone()).toBe(true);
  await end.press('Enter');
  await question.getByRole('button', { name: words['end-short'] }).press('Enter');
  await expect(page.getByText(words.ended).first()).toBeVisible();
  await expect(heading).toBeFocused();
  await expect(entries).toHaveCount(2);
  expect([await onPhone(), await onTablet(), await isSignedIn(page)]).toEqual([false, true, true]);

  const others = section.getByRole('button', { name: words.others });
  const refused = { status: 503, json: { error: { code: 'unavailable', requestId: 'r-1' } } };
  await page.route('**/api/sessions/end-others', (route) => route.fulfill(refused), { times: 1 });
  await others.click();
  await others.click();
  await expect(section.getByRole('alert')).toContainText(words['others-not-ended']);
  await expectAccessible(page);
  forgive(complaints, 503);
  await others.click();
  await expect(page.getByText(words['others-ended']).first()).toBeVisible();
  await expect(section.getByText(words.only)).toBeVisible();
  await expect(heading).toBeFocused();
  expect([await onTablet(), await isSignedIn(page)]).toEqual([false, true]);

  const { 'sign-out': leave } = await wordsOf(page, language, 'password');
  await page.goto(`/${language}/password`);
  await takenOver(page);
  await page.getByRole('button', { name: leave, exact: true }).press('Enter');
  await expect(page.locator('#username')).toBeVisible();
  expect(await isSignedIn(page)).toBe(false);
});
