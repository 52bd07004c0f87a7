// The component page, built once for each worker and served by it.

/// <reference lib="dom" />

import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as common, expect } from './brama.ts';
import { root } from './processes.ts';

type Fixtures = { components: (query?: string) => Promise<void> };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

function build(folder: string) {
  const built = spawnSync(process.execPath, ['packages/web/component-page.ts', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the component page: ${built.stdout}${built.stderr}`);
}

/** What the build wrote, and nothing else. */
function serve(folder: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname === '/components' ? '/components.html' : pathname;
    createReadStream(join(folder, file))
      .on('error', () => response.writeHead(404).end())
      .once('open', () => response.setHeader('content-type', types[extname(file)] ?? ''))
      .pipe(response);
  });
}

export const test = common.extend<Fixtures, { componentsUrl: string }>({
  componentsUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'brama-components-'));
      build(folder);
      const server = serve(folder);
      await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
      await use(`http://localhost:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  components: async ({ page, componentsUrl }, use) => {
    await use(async (query = 'lang=uk&theme=light') => {
      await page.goto(`${componentsUrl}/components?${query}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  },
});

/** What the toasts are drawn as, by a text in it. */
export const toastOf = (page: Page, title: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: title });
