// A script that a page cannot do without does not arrive: the page says so, within the content security policy, and can be
// loaded again.

import {
  expect,
  expectAccessible,
  expectNoSideways,
  forgive,
  languages,
  signIn,
  startSession,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

for (const language of languages)
  for (const script of ['user-query', 'app', 'base'])
    test(`${language}: when ${script}-*.js fails to load, an error with a reload button appears`, async ({
      page,
      complaints,
    }) => {
      const common = await wordsOf(page, language, 'common');
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
          console.error(`violated: ${violatedDirective}`),
        );
      });
      await startSession(page);
      await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
      await page.goto(`/${language}/apps`);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(common['not-loaded'].title);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(common.states.loading)).toBeHidden();
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSideways(page);
      await page.unroute(`**/assets/${script}-*.js`);
      await page.getByRole('button', { name: common.actions.retry }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Шевченко');
      await expect(page.getByText(common['not-loaded'].title)).toHaveCount(0);
      forgive(complaints, 'ERR_FAILED');
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
  await expect(page.getByText(common['not-loaded'].title)).toHaveCount(0);
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
    await expectAccessible(page);
    await page.unroute(/\/assets\/public-[^/]*\.js$/);
    await page.getByRole('button', { name: common.actions.retry }).click();
    await expect(page.getByText(common['not-loaded'].title)).toBeHidden();
    await takenOver(page);
    forgive(complaints, 'ERR_FAILED');
    if (path === 'auth-success') forgive(complaints, 401);
  });
