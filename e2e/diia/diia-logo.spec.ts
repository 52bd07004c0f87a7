// The mark on the way through Diia: our own, or the official one that the operator supplies. One instance with such
// a mark and with a long public address.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  expect,
  expectAccessible,
  expectAccessibleWithoutScripts,
  expectNoSideways,
  openSignIn,
  test,
  wordsOf,
} from '../support/brama.ts';
import { linesOf } from '../support/lines.ts';
import { startSystem } from '../support/processes.ts';

const host = 'signin.student-services.faculty-of-mathematics.campus.example:8443';
const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';

test('without the setting the page shows the built-in icon', async ({ page }) => {
  await openSignIn(page);
  const tile = page.locator('main a[href$="/diia"]');
  await expect(tile.locator('svg').first()).toBeVisible();
  await expect(tile.locator('img')).toBeHidden();
});

test('a supplied logo replaces the icon unchanged; a long host wraps after its dots', {
  tag: '@release',
}, async ({ browser }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brama-logo-'));
  const file = join(dataDir, 'mark.svg');
  writeFileSync(file, mark);
  const system = await startSystem({
    dataDir,
    env: { DIIA_LOGO: file, BASE_URL: `http://${host}` },
  });
  try {
    for (const javaScriptEnabled of [true, false]) {
      const viewport = { width: 320, height: 800 };
      const context = await browser.newContext({ javaScriptEnabled, viewport });
      const page = await context.newPage();
      await page.goto(`${system.url}/uk/`);
      const hostLine = page.getByText(host);
      await expect(hostLine).toBeVisible();
      const lines = await linesOf(hostLine);
      expect(lines.join('')).toBe(host);
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/[.-]$/);
      await expectNoSideways(page);
      const tile = page.locator('main a[href$="/diia"]');
      if (javaScriptEnabled) {
        await expect(page.locator('footer select')).toBeEnabled();
        const { diia } = await wordsOf(page, 'uk', 'login');
        await expect(tile).toHaveAccessibleName(new RegExp(`^${diia.title}`));
        await expect(tile.locator('svg').first()).toBeHidden();
        const image = tile.locator('img');
        await expect(image).toBeVisible();
        await expect
          .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
          .toBe(40);
        const address = await image.getAttribute('src');
        expect(address).toMatch(/^\/assets\/diia-[0-9a-f]{12}\.svg$/);
        const answer = await page.request.get(`${system.url}${address}`);
        expect(await answer.text()).toBe(mark);
        expect(answer.headers()).toMatchObject({
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'content-security-policy': expect.stringContaining("default-src 'none'"),
        });
        await expectAccessible(page);
      } else {
        await expect(tile).toBeHidden();
        await expectAccessibleWithoutScripts(page);
      }
      await context.close();
    }
  } finally {
    await system.stop();
    system.remove();
  }
});
