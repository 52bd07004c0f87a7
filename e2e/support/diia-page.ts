// The screen of Diia in a browser test: opening it, actions on the phone, and calls on a controlled clock.

/// <reference lib="dom" />

import type { APIRequestContext, Page, Route } from '@playwright/test';
import { expect, type Language } from './brama.ts';

export const appLink = '**/api/diia/app-link*';
export const checkRequest = '**/api/diia/check-request*';
export const phone = { width: 390, height: 844 };

export const code = (page: Page) => page.locator('[data-code] [role=img]').last();
/** The place of the code, which takes the focus. */
export const plate = (page: Page) => page.locator('[data-plate]');
/** What went wrong, wherever in the page it is said. */
export const said = (page: Page) =>
  page.locator('#main').getByRole('alert').filter({ hasText: /./ });
export const answered = (status: number, name: string) => ({
  status,
  json: { error: { code: name, requestId: '1f0c9c64-5a3e-4b7e-9d10-3a3c7b1f6a21' } },
});

export type Link = { deepLink: string; pageLink: string; requestId: string };

/** The code that comes of what is done, as the server gave it. */
async function linkAfter(page: Page, act: () => Promise<unknown>): Promise<Link> {
  const link = page.waitForResponse(
    (answer) => answer.url().includes('/api/diia/app-link') && answer.ok(),
  );
  await act();
  return (await link).json();
}

export async function openScreen(page: Page, language: Language, query = ''): Promise<Link> {
  const link = await linkAfter(page, () => page.goto(`/${language}/diia${query}`));
  await expect(code(page)).toBeVisible();
  return link;
}

/** A new code, asked for by the button that says so. */
export async function renew(page: Page, name: string): Promise<Link> {
  return linkAfter(page, () => page.getByRole('button', { name }).click());
}

/** Presses a button on the phone; returns the text of its page. */
export async function press(
  request: APIRequestContext,
  { deepLink }: Link,
  action: string,
  holder = 'o.shevchenko',
): Promise<string> {
  const answer = await request.post(deepLink, {
    form: { action, holder },
    headers: { 'accept-language': 'en' },
  });
  expect(answer.ok()).toBe(true);
  return answer.text();
}

/** The user comes back to the tab: it asks about every code at once. */
export const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

export const waiting = (route: Route) =>
  route.fulfill({ json: { status: 'Processing', sessionId: null } });
