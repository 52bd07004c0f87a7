// The screen of Diia in a browser test: opening it, with links of the simulator or of our own, and what
// somebody does on the telephone.

import type { Page, Route } from '@playwright/test';
import { bramaUrl, expect, type Language } from './brama.ts';

export const appLink = '**/api/diia/app-link*';
export const checkRequest = '**/api/diia/check-request*';
export const phone = { width: 390, height: 844 };

export const code = (page: Page) => page.locator('[data-code] [role=img]').last();
export const answered = (status: number, name: string) => ({
  status,
  json: { error: { code: name, requestId: '1f0c9c64-5a3e-4b7e-9d10-3a3c7b1f6a21' } },
});

/** The link behind the code that is shown, as the server gave it. */
export async function openScreen(page: Page, language: Language, query = ''): Promise<string> {
  const link = page.waitForResponse(appLink);
  await page.goto(`/${language}/diia${query}`);
  const { deepLink } = await (await link).json();
  await expect(code(page)).toBeVisible();
  return deepLink;
}

/** What somebody does on the telephone. */
export async function press(page: Page, link: string, action: string, holder = 'o.shevchenko') {
  const answer = await page.request.post(link, { form: { action, holder } });
  expect(answer.ok()).toBe(true);
}

/** Links of our own making: nobody has to ask the simulator. */
function inventLinks(page: Page): string[] {
  const given: string[] = [];
  void page.route(appLink, async (route: Route) => {
    const number = given.length + 1;
    given.push(`https://diia.app/acquirers/branch/${number}`);
    await route.fulfill({
      json: {
        deepLink: given.at(-1),
        pageLink: `${bramaUrl()}/uk/diia`,
        requestId: `request-${number}`,
        createdAt: '2026-11-21T10:00:00.000Z',
      },
    });
  });
  return given;
}

export const waiting = (route: Route) =>
  route.fulfill({ json: { status: 'Processing', sessionId: null } });

/** The screen with our links and nobody who confirms, on a clock of ours. Answers with what was asked. */
export async function openStill(page: Page) {
  await page.clock.install({ time: new Date('2026-11-21T14:05:00') });
  const links = inventLinks(page);
  const asked: string[] = [];
  await page.route(checkRequest, (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('requestId') ?? '');
    return waiting(route);
  });
  await page.goto('/uk/diia');
  await expect(code(page)).toBeVisible();
  // from here on time goes by only when a test says so
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_500);
  return { links, asked };
}
