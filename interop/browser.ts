// A real browser for the sites of examples/: what its console complains about is kept.

import { type Browser, chromium } from '@playwright/test';
import { findChromium, launchArguments } from '../scripts/environment/chromium.ts';

export const startBrowser = () =>
  chromium.launch({
    executablePath: findChromium(),
    args: launchArguments,
  });

/** Opens a page in a browser without cookies. */
export async function openPage(browser: Browser) {
  const page = await (await browser.newContext({ locale: 'en' })).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}
