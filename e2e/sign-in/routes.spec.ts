// Opens every page of the product in both languages, with and without a session. Checks title, heading, links and console.

import type { Page } from '@playwright/test';
import {
  bramaUrl,
  expect,
  forgive,
  type Language,
  signedInTest,
  test,
  wordsOf,
} from '../support/brama.ts';
import { appsPage, notFoundPage, type SitePage, screens, signInPage } from '../support/pages.ts';

type Words = { [key: string]: string | Words };

const query = '?note=%D1%96&utm=1';

function textAt(words: Words, key: string): string {
  const found = key.split('.').reduce<string | Words>((at, name) => {
    return typeof at === 'string' ? '' : (at[name] ?? '');
  }, words);
  expect(typeof found === 'string' && found !== '', `words under ${key}`).toBe(true);
  return found as string;
}

/** The page a visitor gets in place of the one asked for. */
function shownInstead(page: SitePage, signedIn: boolean): SitePage {
  if (page.access === 'signed-in' && !signedIn) return signInPage;
  if (['sign-in', 'anonymous'].includes(page.access) && signedIn) return appsPage;
  return page;
}

async function expectNames(page: Page, language: Language, shown: SitePage, signedIn: boolean) {
  const names = (!signedIn && shown.wordsWhenAnonymous) || shown.words;
  if (!names) throw new Error(`e2e/support/pages.ts does not say what ${shown.path} is called`);
  const words = await wordsOf(page, language, names.namespace);
  const { brand, 'error-prefix': errorPrefix } = await wordsOf(page, language, 'common');
  const prefix = shown.access === 'nowhere' ? `${errorPrefix} ` : '';
  const heading = page.locator('h1:visible');
  await expect(heading).toContainText(textAt(words, names.heading));
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page).toHaveTitle(`${prefix}${textAt(words, names.title)} — ${brand}`);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Links of header and footer lead somewhere; the language switch is followed apart. */
async function expectLinks(page: Page) {
  const hrefs = await page
    .locator('header a:not([href^="#"], [hreflang]), footer a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(hrefs.length).toBeGreaterThan(0);
  for (const href of new Set(hrefs)) {
    const url = new URL(href);
    if (url.origin === bramaUrl())
      expect([href, (await page.request.get(href)).status() < 400]).toEqual([href, true]);
    else expect(['https:', 'mailto:']).toContain(url.protocol);
  }
}

const addressOf = ({ path, dropsQuery }: SitePage, language: Language) =>
  `/${language}/${path}${dropsQuery ? '' : query}`;

type Walk = { tab: Page; page: SitePage; signedIn: boolean };

/** Checks the page in one language: its status, and what it says. */
async function expectWell({ tab, page, signedIn }: Walk, language: Language, status: number) {
  expect(status).toBe(page.access === 'nowhere' ? 404 : 200);
  await expect(tab).toHaveURL(addressOf(page, language));
  await expectNames(tab, language, page, signedIn);
  await expectLinks(tab);
}

/** By the language switch of the page. */
async function switchTo(tab: Page, language: Language) {
  const [answer] = await Promise.all([
    tab.waitForResponse(
      (response) =>
        response.request().isNavigationRequest() &&
        new URL(response.url()).pathname.startsWith(`/${language}/`),
    ),
    tab.locator(`header a[hreflang=${language}]`).click(),
  ]);
  return answer.status();
}

/** Opens the page in Ukrainian, and goes on to English by its switch. */
async function walk({ tab, page, signedIn }: Walk) {
  const answer = await tab.goto(`/uk/${page.path}${query}`);
  await expectWell({ tab, page, signedIn }, 'uk', answer?.status() ?? 0);
  await expectWell({ tab, page, signedIn }, 'en', await switchTo(tab, 'en'));
}

/** Walks through all pages in one tab. Each may print what the browser itself notes about its status. */
async function walkAll(tab: Page, signedIn: boolean) {
  const messages: string[] = [];
  tab.on('console', (message) => messages.push(message.text()));
  for (const page of [...screens, signInPage, notFoundPage])
    await test.step(`/${page.path}`, async () => {
      messages.length = 0;
      const shown = shownInstead(page, signedIn);
      if (shown !== page) {
        // it has a walk of its own
        await tab.goto(`/en/${page.path}${query}`);
        await expect(tab).toHaveURL(`/en/${shown.path}${query}`);
        await expectNames(tab, 'en', shown, signedIn);
        expect(messages).toEqual([]);
        return;
      }
      await walk({ tab, page, signedIn });
      // once each time the page is loaded
      const noted = !signedIn && page.wordsWhenAnonymous ? 401 : page.access === 'nowhere' && 404;
      const notes = noted ? Array(2).fill(expect.stringContaining(`${noted}`)) : [];
      await expect.poll(() => messages).toEqual(notes);
    });
}

test('every page without a session', async ({ page, complaints }) => {
  await walkAll(page, false);
  forgive(complaints, 401);
  forgive(complaints, 404);
});

signedInTest('every page with a session', async ({ page, complaints }) => {
  await walkAll(page, true);
  forgive(complaints, 404);
});
