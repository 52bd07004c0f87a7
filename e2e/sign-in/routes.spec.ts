// Opens every page of the product in both languages, with and without a session, on a phone and a desktop. Checks title,
// heading, links and console.

import { type Page, request } from '@playwright/test';
import {
  bramaUrl,
  expect,
  expectAccessible,
  expectNoSideways,
  forgive,
  type Language,
  languages,
  startSession,
  test,
  wordsOf,
} from '../support/brama.ts';
import { appsPage, notFoundPage, type SitePage, screens, signInPage } from '../support/pages.ts';

type Words = { [key: string]: string | Words };

const query = '?note=%D1%96&utm=1';
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

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

/** Checks the page in one language: its status, what it says, how it fits a phone and a desktop. */
async function expectWell({ tab, page, signedIn }: Walk, language: Language, status: number) {
  expect(status).toBe(page.access === 'nowhere' ? 404 : 200);
  await expect(tab).toHaveURL(addressOf(page, language));
  await expectNames(tab, language, page, signedIn);
  for (const size of [phone, desktop]) {
    await tab.setViewportSize(size);
    await expectNoSideways(tab);
  }
  await expectLinks(tab);
}

/** A page without user data is checked for accessibility once, without a session. */
const isLookedAtClosely = ({ page, signedIn }: Walk) =>
  !signedIn || page.access === 'signed-in' || page.wordsWhenAnonymous !== undefined;

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

/** Both languages, from one to the other and back; each is looked at closely at a width of its own. */
async function walk(way: Walk) {
  const { tab, page } = way;
  const answer = await tab.goto(`/uk/${page.path}${query}`);
  await expectWell(way, 'uk', answer?.status() ?? 0);
  if (isLookedAtClosely(way)) await expectAccessible(tab);
  await expectWell(way, 'en', await switchTo(tab, 'en'));
  await tab.setViewportSize(phone);
  if (isLookedAtClosely(way)) await expectAccessible(tab);
  await switchTo(tab, 'uk');
  await expect(tab).toHaveURL(addressOf(page, 'uk'));
  await expectNames(tab, 'uk', page, way.signedIn);
}

for (const page of [...screens, signInPage, notFoundPage])
  for (const signedIn of [false, true])
    test(`/${page.path}, ${signedIn ? 'signed in' : 'anonymous'}`, async ({
      page: tab,
      complaints,
    }) => {
      const messages: string[] = [];
      tab.on('console', (message) => messages.push(message.text()));
      if (signedIn) await startSession(tab);
      await tab.setViewportSize(phone);
      const shown = shownInstead(page, signedIn);
      if (shown !== page) {
        // it has a walk of its own
        for (const language of languages) {
          await tab.goto(`/${language}/${page.path}${query}`);
          await expect(tab).toHaveURL(`/${language}/${shown.path}${query}`);
          await expectNames(tab, language, shown, signedIn);
        }
        expect(messages).toEqual([]);
        return;
      }
      await walk({ tab, page, signedIn });
      // the browser itself notes answers such as 404, once each time the page is loaded
      const noted = !signedIn && page.wordsWhenAnonymous ? 401 : page.access === 'nowhere' && 404;
      const notes = noted ? Array(3).fill(expect.stringContaining(`${noted}`)) : [];
      await expect.poll(() => messages).toEqual(notes);
      if (noted) forgive(complaints, noted);
    });

test.describe('addresses', () => {
  const redirectOf = async (path: string, cookie = '') => {
    const caller = await request.newContext({ baseURL: bramaUrl(), extraHTTPHeaders: { cookie } });
    const answer = await caller.get(path, { maxRedirects: 0 });
    await caller.dispose();
    return [answer.status(), answer.headers()['location']];
  };

  test('without a language redirect to the same path and query in the stored language', async () => {
    for (const { path } of [signInPage, ...screens])
      for (const [cookie, language] of [
        ['', 'uk'],
        ['i18next=en', 'en'],
        ['i18next=uk', 'uk'],
        ['i18next=xx', 'uk'],
      ] as const) {
        const there = `/${language}/${path}${query}`;
        expect(await redirectOf(`/${path}${query}`, cookie)).toEqual([302, there]);
      }
  });

  test('unknown to an API return 404 as JSON', async () => {
    for (const prefix of ['/api', '/oidc', '/.well-known', '/locales', '/assets']) {
      const answer = await fetch(`${bramaUrl()}${prefix}/no/such.thing`, { redirect: 'manual' });
      expect([prefix, answer.status]).toEqual([prefix, 404]);
      expect(answer.headers.get('content-type')).toContain('application/json');
    }
  });

  test('unknown to the site redirect to the home page', async () => {
    for (const path of ['/no-such-page', '/no/such/page', '/ru/apps', '/wp-login.php', '/UK/'])
      expect([path, ...(await redirectOf(path))]).toEqual([path, 302, '/']);
  });
});
