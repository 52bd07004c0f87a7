// An application requests a voluntary sign-in with Diia. The page shows only Diia and lets the user continue without it.

import {
  expect,
  fillIn,
  sampleUrl,
  signInHere,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

test('the user continues without the optional assurance level', async ({ page }) => {
  const language = 'uk';
  await page.goto(`${sampleUrl()}/courses`);
  const asked = page.waitForRequest((request) => request.url().includes('/oidc/auth?'));
  await page.getByRole('link', { name: signInHere }).click();
  const address = new URL((await asked).url());
  address.searchParams.set('acr_values', 'urn:brama:acr:2');
  await page.goto(`${address}`);
  const words = await wordsOf(page, language, 'login');
  const main = page.locator('main');
  const { diia, passkey } = words.only.ways;
  const ways = new Intl.ListFormat(language, { type: 'disjunction' }).format([diia, passkey]);
  await expect(main).toContainText(words.only.preferred.replace('{{ways}}', ways));
  await expect(main.locator('input[type=password]')).toHaveCount(0);
  // the other language offers the same
  for (const shown of ['en', 'uk']) {
    await page.locator('header a[hreflang]').click();
    await expect(page.locator('html')).toHaveAttribute('lang', shown);
  }
  // by the keyboard alone
  await page.getByRole('button', { name: words['without-diia'] }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#current-password')).toBeVisible();
  await expect(main).not.toContainText(words['without-diia']);
  await takenOver(page);
  await fillIn(page);
  await page.locator('main button[type=submit]').first().click();
  await page.waitForURL(`${sampleUrl()}/courses`);
  await expect(page.locator('main')).toContainText('urn:brama:acr:1');
});
