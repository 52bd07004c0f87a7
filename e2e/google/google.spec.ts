// Signing in with Google as a person sees it: our sign-in page, the chooser of the simulator, and back.

/// <reference lib="dom" />

import {
  applicationId,
  bramaUrl,
  expect,
  expectAccessible,
  forgive,
  languages,
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

for (const language of languages) {
  test(`${language}: login → Google → account chooser → the requested application`, async ({
    page,
  }) => {
    const login = await wordsOf(page, language, 'login');
    // the state in the address is the application’s own
    await page.goto(`${sampleUrl()}/campus`);
    await page.getByRole('link').first().click();
    await page.waitForURL(`${bramaUrl()}/*/?appId=*`);
    const { search } = new URL(page.url());
    await page.goto(`/${language}/${search}`);
    const way = page.getByRole('link', { name: login.google.title });
    await expect(way).toHaveAttribute('href', `/api/google/redirect${search}`);
    await way.click();
    await choose(page, 'o.shevchenko');
    await page.waitForURL(`${sampleUrl()}/campus*`);
    await expect(page.getByRole('row', { name: 'AUTH_METHOD GOOGLE' })).toBeVisible();
    await expect(page.getByText('Шевченко Олена Іванівна').first()).toBeVisible();
  });

  test(`${language}: sign-in opens the applications, and the method is remembered until sign-out`, async ({
    page,
  }) => {
    const login = await wordsOf(page, language, 'login');
    const apps = await wordsOf(page, language, 'apps');
    await signInWithGoogle(page, { language });
    await page.waitForURL(`**/${language}/apps`);
    await expect(page.locator('h1')).toContainText(studentName[language]);
    expect(await page.evaluate(() => localStorage.getItem('brama.last-method'))).toBe('google');
    // a session that ended by itself leaves the mark
    await page.context().clearCookies({ name: 'brama_session' });
    await page.goto(`/${language}/`);
    await expect(googleMethod(page)).toContainText(login['last-time']);
    await expect(page.locator('[data-last-time]')).toHaveCount(1);
    await expectAccessible(page);
    await signInWithGoogle(page, { language });
    await page.waitForURL(`**/${language}/apps`);
    await page.getByRole('button', { name: apps['sign-out'].action }).click();
    // not its parameter: that leaves the address as soon as it is read
    await expect(page.getByText(login['signed-out'].title)).toBeVisible();
    await expect(page.locator('[data-last-time]')).toHaveCount(0);
  });
}

test.describe('every failure shows the specified message and creates no session', () => {
  const broken = [
    ['uk', 'o.shevchenko', 'wrong-hd'],
    ['en', 'o.shevchenko', 'no-hd'],
    ['uk', 'o.shevchenko', 'unverified-email'],
    ['en', 'o.shevchenko', 'wrong-nonce'],
    ['uk', 'o.shevchenko', 'expired-token'],
    ['en', 'o.shevchenko', 'foreign-audience'],
    ['uk', 'o.shevchenko', 'unsigned-token'],
    ['en', 'o.shevchenko', 'token-unavailable'],
    ['uk', 'unknown', 'ok'],
    ['en', 'private', 'ok'],
    ['uk', 'd.lysenko', 'ok'],
  ] as const;
  for (const [language, person, scenario] of broken)
    test(`${person}, ${scenario}`, async ({ page, complaints }) => {
      await signInWithGoogle(page, { language, query: '?appId=x&state=y', person, scenario });
      await page.waitForURL(`**/${language}/?appId=x&state=y`);
      await expectRefused(page, language);
      forgive(complaints, 401);
    });

  test('a cancelled sign-in sends no request to the server', async ({ page }) => {
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/google/auth') asked += 1;
    });
    await signInWithGoogle(page, { query: '?appId=x', scenario: 'cancel' });
    await page.waitForURL('**/uk/?appId=x');
    await expectRefused(page);
    expect(asked).toBe(0);
  });

  test('an email address whose user has linked another account is rejected', async ({
    page,
    complaints,
  }) => {
    await signInWithGoogle(page);
    await page.waitForURL('**/uk/apps');
    await page.context().clearCookies();
    await signInWithGoogle(page, { scenario: 'changed-sub' });
    await page.waitForURL('**/uk/');
    await expectRefused(page);
    forgive(complaints, 401);
  });
});

test('a slow response of Google still signs the user in', async ({ page }) => {
  await signInWithGoogle(page, { scenario: 'slow' });
  await page.waitForURL('**/uk/apps', { timeout: 30_000 });
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
  test.use({ javaScriptEnabled: false });

  for (const language of languages)
    test(`${language}: the user signs in through the account chooser and a second button`, async ({
      page,
    }) => {
      const words = await wordsOf(page, language, 'google-auth');
      await signInWithGoogle(page, { language, query: `?appId=${applicationId('campus')}` });
      await page.getByRole('button', { name: words['without-script'].action }).click();
      await page.waitForURL(`${sampleUrl()}/campus*`);
      await expect(page.getByText('Шевченко Олена Іванівна').first()).toBeVisible();
    });

  test('a cancelled sign-in shows the specified message', async ({ page }) => {
    const words = await wordsOf(page, 'uk', 'google-auth');
    const login = await wordsOf(page, 'uk', 'login');
    await signInWithGoogle(page, { scenario: 'cancel' });
    await page.getByRole('button', { name: words['without-script'].action }).click();
    await page.waitForURL('**/uk/?google_auth_error=true*');
    await expect(page.getByRole('alert')).toContainText(login.errors['google-failed']);
  });
});
