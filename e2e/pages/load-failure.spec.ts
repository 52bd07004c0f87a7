// A script that a page cannot do without does not arrive: the page says so, within the content security policy, and can be
// loaded again.

import {
  applicationTitle,
  expect,
  expectAccessible,
  forgive,
  sampleUrl,
  signIn,
  startSession,
  studentName,
  takenOver,
  test,
  waitForSignInPage,
  wordsOf,
} from '../support/brama.ts';

for (const [script, language, options] of [
  ['apps-screen', 'uk', { tag: '@journey' }],
  ['public', 'en', {}],
  ['base', 'uk', {}],
] as const)
  test(
    `when ${script}-*.js fails to load, applications still open and an error offers a reload`,
    options,
    async ({ page, complaints }) => {
      const common = await wordsOf(page, language, 'common');
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
          console.error(`violated: ${violatedDirective}`),
        );
      });
      await startSession(page);
      await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
      await page.goto(`/${language}/apps`);
      await expect(page.getByRole('alert').first()).toContainText(common['not-loaded'].title);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(studentName[language]);
      await expectAccessible(page);
      const [tab] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: applicationTitle('campus', language) }).click(),
      ]);
      await tab.waitForURL(`${sampleUrl()}/campus`);
      await tab.close();
      await page.unroute(`**/assets/${script}-*.js`);
      await page.getByRole('button', { name: common.actions.retry }).press('Enter');
      await takenOver(page);
      await expect(page.getByText(common['not-loaded'].title)).toBeHidden();
      forgive(complaints, 'ERR_FAILED');
      forgive(complaints, 'TypeError');
    },
  );

for (const query of ['', '?appId=unknown'])
  test(`when app-list-*.js fails to load, the list of the server stays: apps${query}`, async ({
    page,
    complaints,
  }) => {
    const common = await wordsOf(page, 'uk', 'common');
    await startSession(page);
    await page.route('**/assets/app-list-*.js', (route) => route.abort());
    await page.goto(`/uk/apps${query}`);
    await takenOver(page);
    await expect(page).toHaveURL('/uk/apps');
    // the page changes around the list
    await page.locator('[aria-haspopup=dialog]').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: applicationTitle('campus', 'uk') }).click(),
    ]);
    await tab.waitForURL(`${sampleUrl()}/campus`);
    await tab.close();
    await expect(page.getByText(common['not-loaded'].title)).toBeHidden();
    forgive(complaints, 'ERR_FAILED');
  });

test('before its scripts have loaded, the page signs the user out and forgets them', async ({
  page,
  complaints,
}) => {
  const apps = await wordsOf(page, 'uk', 'apps');
  await page.addInitScript(() => localStorage.setItem('brama.recent-apps', '["1"]'));
  await startSession(page);
  await page.route('**/assets/public-*.js', (route) => route.abort());
  await page.goto('/uk/apps');
  await page.getByRole('button', { name: apps['sign-out'].action }).click();
  await waitForSignInPage(page);
  await takenOver(page);
  expect(await page.evaluate(() => localStorage.getItem('brama.recent-apps'))).toBeNull();
  for (const expected of ['ERR_FAILED', 'TypeError'] as const) forgive(complaints, expected);
});

test('an error after hydration does not show the load failure message', async ({
  page,
  complaints,
}) => {
  const common = await wordsOf(page, 'uk', 'common');
  await signIn(page);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('thrown on purpose');
    });
  });
  await expect.poll(() => complaints.some((text) => text.includes('on purpose'))).toBe(true);
  await expect(page.getByText(common['not-loaded'].title)).toBeHidden();
  forgive(complaints, 'TypeError');
});

for (const path of ['auth-success', 'diia'])
  test(`uk: ${path} shows the load failure message instead of waiting forever`, async ({
    page,
    complaints,
  }) => {
    const common = await wordsOf(page, 'uk', 'common');
    await page.route(/\/assets\/public-[^/]*\.js$/, (route) => route.abort());
    await page.goto(`/uk/${path}`);
    await expect(page.getByText(common['not-loaded'].title)).toBeVisible();
    await page.unroute(/\/assets\/public-[^/]*\.js$/);
    await page.getByRole('button', { name: common.actions.retry }).click();
    await expect(page.getByText(common['not-loaded'].title)).toBeHidden();
    await takenOver(page);
    for (const expected of ['ERR_FAILED', 'TypeError'] as const) forgive(complaints, expected);
    if (path === 'auth-success') forgive(complaints, 401);
  });
