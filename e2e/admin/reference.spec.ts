// The reference of the administration API. It has no scripts.

/// <reference lib="dom" />

import { expect, expectAccessible, expectNoSideways, test } from '../support/brama.ts';

test('the API reference leads to an operation', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/api/reference');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administration of Brama');
  await page.getByText('Users', { exact: true }).first().click();
  await page.getByRole('link', { name: 'GET /users/{id}', exact: true }).click();
  await expect(page.locator('#readUser')).toBeInViewport();
});

test('the API reference is accessible on a phone and a desktop, in both colour schemes', async ({
  page,
}) => {
  await page.goto('/api/reference');
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectNoSideways(page);
    await expectAccessible(page);
  }
});
