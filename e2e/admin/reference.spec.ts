// The reference of the administration API: accessible in every width and colour scheme. It has no scripts.

/// <reference lib="dom" />

import { expect, expectAccessible, test } from '../support/brama.ts';

for (const width of [390, 768, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the API reference at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/api/reference');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administration of Brama');
      await page.getByText('Users', { exact: true }).first().click();
      await page.getByRole('link', { name: 'GET /users/{id}', exact: true }).click();
      await expect(page.locator('#readUser')).toBeInViewport();
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    });
