// The same product for a browser without JavaScript.

/// <reference lib="dom" />

import {
  applicationId,
  applicationTitle,
  expect,
  fillIn,
  forgive,
  languages,
  sampleUrl,
  submit,
  test,
  wordsOf,
} from '../support/brama.ts';

test.use({ javaScriptEnabled: false });

for (const language of languages) {
  test(`${language}: the user signs in with a password, opens an application and signs out`, async ({
    page,
  }) => {
    const words = await wordsOf(page, language, 'login');
    const apps = await wordsOf(page, language, 'apps');
    await page.goto(`/${language}/`);
    const button = page.getByRole('button', { name: words.form.submit, exact: true });
    await expect(button).toBeEnabled();
    await expect(page.getByRole('button', { name: words.form.password.show })).toHaveCount(0);
    await fillIn(page, 'o.shevchenko');
    const pagesBefore = await page.evaluate(() => history.length);
    await button.click();
    await page.waitForURL(`**/${language}/apps`);
    // Back leads to the page before
    expect(await page.evaluate(() => history.length)).toBe(pagesBefore + 1);
    const title = applicationTitle('campus', language);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: title }).click(),
    ]);
    await tab.waitForURL(`${sampleUrl()}/campus`);
    await expect(tab.getByText('Шевченко Олена Іванівна').first()).toBeVisible();
    await tab.close();
    await page.getByRole('button', { name: apps['sign-out'].action }).click();
    await expect(page).toHaveURL(`/${language}/?signed-out`);
  });

  test(`${language}: a wrong password shows the form again and keeps the username`, async ({
    page,
    complaints,
  }) => {
    const words = await wordsOf(page, language, 'login');
    await page.goto(`/${language}/?appId=abc&state=s`);
    await fillIn(page, 'o.shevchenko', 'wrong');
    await submit(page);
    await expect(page.getByRole('alert')).toContainText(words.errors['invalid-credentials']);
    await expect(page.locator('#username')).toHaveValue('o.shevchenko');
    await expect(page.locator('#current-password')).toHaveValue('');
    await expect(page).toHaveURL(`/${language}/?appId=abc&state=s`);
    const other = language === 'uk' ? 'en' : 'uk';
    await expect(page.locator(`a[hreflang=${other}]`)).toHaveAttribute(
      'href',
      `/${other}/?appId=abc&state=s`,
    );
    forgive(complaints, 401);
  });
}

test('spaces around a username or an email address are ignored', async ({ page }) => {
  for (const typed of ['o.shevchenko ', ' o.shevchenko@campus.example ']) {
    await page.goto('/uk/');
    await fillIn(page, typed);
    await submit(page);
    await page.waitForURL('**/uk/apps');
    await page.context().clearCookies();
  }
});

test('form-action allows the redirect from the form to the requesting application', async ({
  page,
}) => {
  await page.goto(`/?appId=${applicationId('campus')}`);
  await fillIn(page, 'm.kovalenko');
  await submit(page);
  await page.waitForURL(`${sampleUrl()}/campus`);
  await expect(page.getByText('Коваленко Микола Петрович').first()).toBeVisible();
});
