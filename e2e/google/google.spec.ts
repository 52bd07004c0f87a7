// Signing in with Google as a person sees it: our sign-in page, the chooser of the simulator, and back.

/// <reference lib="dom" />

import {
  applicationId,
  bramaUrl,
  expect,
  expectAccessible,
  forgive,
  sampleUrl,
  studentName,
  test,
  wordsOf,
} from '../support/brama.ts';
import {
  choose,
  expectRefused,
  googleMethod,
  googleUrl,
  handOver,
  signInWithGoogle,
  stay,
} from '../support/google-chooser.ts';
import { optionsOf, plainEnglish } from '../support/ways.ts';

test('login → Google → account chooser → the requested application', { tag: '@journey' }, async ({
  page,
}) => {
  const login = await wordsOf(page, 'uk', 'login');
  // the state in the address is the application’s own
  await page.goto(`${sampleUrl()}/campus`);
  await page.getByRole('link').first().click();
  await page.waitForURL(`${bramaUrl()}/*/?appId=*`);
  const { search } = new URL(page.url());
  await page.goto(`/uk/${search}`);
  const way = page.getByRole('link', { name: login.google.title });
  await expect(way).toHaveAttribute('href', `/api/google/redirect${search}`);
  await way.click();
  await choose(page, 'o.shevchenko');
  await page.waitForURL(`${sampleUrl()}/campus*`);
  await expect(page.getByRole('row', { name: 'AUTH_METHOD GOOGLE' })).toBeVisible();
  await expect(page.getByText('Шевченко Олена Іванівна').first()).toBeVisible();
});

test('sign-in opens the applications, and the method is remembered until sign-out', async ({
  page,
}) => {
  const login = await wordsOf(page, 'en', 'login');
  const apps = await wordsOf(page, 'en', 'apps');
  await signInWithGoogle(page, { language: 'en' });
  await page.waitForURL('**/en/apps');
  await expect(page.locator('h1')).toContainText(studentName.en);
  expect(await page.evaluate(() => localStorage.getItem('brama.last-method'))).toBe('google');
  // a session that ended by itself leaves the mark
  await page.context().clearCookies({ name: 'brama_session' });
  await page.goto('/en/');
  await expect(googleMethod(page)).toContainText(login['last-time']);
  await expect(page.locator('[data-last-time]')).toHaveCount(1);
  await signInWithGoogle(page, { language: 'en' });
  await page.waitForURL('**/en/apps');
  await page.getByRole('button', { name: apps['sign-out'].action }).click();
  // not its parameter: that leaves the address as soon as it is read
  await expect(page.getByText(login['signed-out'].title)).toBeVisible();
  await expect(page.locator('[data-last-time]')).toHaveCount(0);
});

// why Google’s answer is refused is tested in packages/server/src/sign-in/google/refusals.test.ts
test('a refused sign-in shows the specified message and creates no session', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const query = '?appId=x&state=y';
  await signInWithGoogle(page, { query, scenario: 'wrong-hd' });
  await page.waitForURL('**/uk/?appId=x&state=y');
  await expectRefused(page);
  await signInWithGoogle(page, { language: 'en', query, person: 'private' });
  await page.waitForURL('**/en/?appId=x&state=y');
  await expectRefused(page, 'en');
  forgive(complaints, 401);
});

test('two sign-ins in parallel tabs both succeed', async ({ page, context }) => {
  const other = await context.newPage();
  for (const [tab, query] of [
    [page, '?appId=a'],
    [other, '?appId=b'],
  ] as const) {
    await tab.goto(`/uk/${query}`);
    await googleMethod(tab).click();
    await expect(tab.locator('input[name=person]').first()).toBeVisible();
  }
  // the sign-in page of neither is open: no tab leads the other on
  await choose(page, 'o.shevchenko');
  await page.waitForURL('**/uk/apps');
  await choose(other, 'o.shevchenko');
  await other.waitForURL('**/uk/apps');
  const words = await wordsOf(page, 'uk', 'apps');
  for (const tab of [page, other])
    await expect(tab.getByText(words['redirect-error'].title)).toBeVisible();
});

test('code and state leave the address before any request, and Back does not restore them', async ({
  page,
  complaints,
}) => {
  const addresses: string[] = [];
  await page.route(handOver, async (route) => {
    addresses.push(page.url());
    await route.continue();
  });
  const shown = page.waitForResponse(/\/google-auth\?.*code=/);
  await signInWithGoogle(page);
  // what the browser loads before the script has run must not carry them either
  expect((await shown).headers()['referrer-policy']).toBe('no-referrer');
  await page.waitForURL('**/uk/apps');
  await expect(page.locator('h1')).toBeVisible();
  expect(addresses).toEqual([`${bramaUrl()}/google-auth`]);
  await page.goBack();
  // to the chooser, where the choice is made; `goBack` may return while the page is still loading
  await page.waitForURL(`${googleUrl()}/**`);
  forgive(complaints, 410);
});

test('the button looks pressed during navigation and works only once', async ({ page }) => {
  const asked = await stay(page);
  await page.clock.install();
  await page.goto('/uk/');
  const way = googleMethod(page);
  await way.click();
  await expect(way).toHaveAttribute('aria-busy', 'true');
  await expectAccessible(page);
  const clicked = await way.evaluate((link) =>
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
  );
  expect(clicked).toBe(false);
  await expect.poll(() => asked.length).toBe(1);
  // stopped on the way: it works again
  await page.clock.fastForward(10_000);
  await expect(way).not.toHaveAttribute('aria-busy');
  await way.click();
  await expect.poll(() => asked.length).toBe(2);
});

test('Back from the account chooser makes the button active again', async ({ page }) => {
  await page.goto('/uk/');
  await googleMethod(page).click();
  await expect(page.locator('input[name=person]').first()).toBeVisible();
  await page.goBack();
  await expect(googleMethod(page)).not.toHaveAttribute('aria-busy');
  await googleMethod(page).click();
  await expect(page.locator('input[name=person]').first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use(optionsOf(plainEnglish));

  test('the user signs in through the account chooser and a second button', {
    tag: '@journey',
  }, async ({ page }) => {
    const words = await wordsOf(page, 'en', 'google-auth');
    const query = `?appId=${applicationId('campus')}`;
    await signInWithGoogle(page, { language: 'en', query });
    await page.getByRole('button', { name: words['without-script'].action }).click();
    await page.waitForURL(`${sampleUrl()}/campus*`);
    await expect(page.getByText('Шевченко Олена Іванівна').first()).toBeVisible();
  });
});
