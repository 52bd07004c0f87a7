// The public content pages for a browser without JavaScript.

import {
  expect,
  expectNoSideways,
  languages,
  startSession,
  test,
  wordsOf,
} from '../support/brama.ts';

test.use({ javaScriptEnabled: false });

const carried = '?appId=7&state=s';

for (const language of languages) {
  test(`${language}: help: questions open by click and by address; answers and contacts are visible`, async ({
    page,
  }) => {
    const words = await wordsOf(page, language, 'faq');
    await page.goto(`/${language}/faq${carried}&note=1`);
    await expect(page.locator('h1')).toHaveText(words['page-title']);
    const question = page.locator('details#forgot-password');
    const answer = question.locator('p').first();
    await expect(answer).toBeHidden();
    await question.locator('summary').click();
    await expect(answer).toBeVisible();
    await expect(page.getByRole('link', { name: words.support.students })).toBeVisible();
    await expectNoSideways(page);

    // what is carried stays, also on the way home
    const { actions } = await wordsOf(page, language, 'common');
    await page.getByRole('link', { name: actions.back }).click();
    await expect(page).toHaveURL(`/${language}/${carried}`);

    // the address of a question shows its answer
    await page.goto(`/${language}/faq#shared-computer`);
    await expect(page.locator('#shared-computer li').first()).toBeVisible();
    await expect(page.locator('#no-diia p').first()).toBeHidden();
    await page.goto(`/${language}/faq#no-diia`);
    await expect(page.locator('#no-diia p').first()).toBeVisible();
  });

  for (const path of ['privacy-policy', 'terms-of-use'])
    test(`${language}: ${path}: the whole text, the contents and the contact are visible`, async ({
      page,
    }) => {
      const words = await wordsOf(page, language, path);
      await page.goto(`/${language}/${path}`);
      await expect(page.locator('h1')).toHaveText(words['page-title']);
      for (const [id, { title }] of Object.entries<{ title: string }>(words.sections)) {
        await expect(page.locator(`h2#${id}`)).toHaveText(title);
        await expect(page.locator(`section[aria-labelledby=${id}] p, li`).first()).toBeVisible();
      }
      await page.locator('nav[aria-labelledby=contents] a').last().click();
      await expect(page.locator('main h2').last()).toBeInViewport();
      const contact = page.locator('main a[data-contact]');
      await expect(contact).toHaveAttribute('href', 'mailto:support@campus.example');
      await expectNoSideways(page);
    });

  test(`${language}: the page after sign-in shows no result or spinner, only a link to continue`, async ({
    page,
  }) => {
    const words = await wordsOf(page, language, 'auth-success');
    await startSession(page);
    await page.goto(`/${language}/auth-success`);
    // Playwright finds no text inside <noscript>, though the browser shows it
    await expect(page.locator('main noscript p')).toBeVisible();
    await expect(page.locator('main noscript p')).toHaveJSProperty(
      'textContent',
      words['without-script'].text,
    );
    await expect(page.getByText(words.asking)).toBeHidden();
    await expect(page.locator('main svg.spin')).toBeHidden();
    await expect(page.locator('h1')).toHaveText(words['page-title']);
    await page.getByRole('link', { name: words['without-script'].action }).click();
    await page.waitForURL(`**/${language}/apps`);
  });
}
