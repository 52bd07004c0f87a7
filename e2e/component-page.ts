// The component page under a development server of this worker’s own.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { test as common, expect } from './brama.ts';
import { type DevServer, startDevServer } from './dev-server.ts';

type Fixtures = { components: (query?: string) => Promise<void> };

export const test = common.extend<Fixtures, { devServer: DevServer }>({
  devServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const server = await startDevServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  components: async ({ page, devServer }, use) => {
    await use(async (query = 'lang=uk&theme=light') => {
      await page.goto(`${devServer.url}/components?${query}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  },
});

/** What the toasts are drawn as, by a text in it. */
export const toastOf = (page: Page, title: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: title });
