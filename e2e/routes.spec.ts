// Walks every page of the product in both languages, signed in and not, on a phone and on a desk: the right
// page, its name, its heading, its links, and nothing to complain about.

import { type BrowserContext, type Page, request } from '@playwright/test';
import {
  bramaUrl,
  test as common,
  expect,
  expectAccessible,
  expectNoSideways,
  type Language,
  languages,
  password,
  wordsOf,
} from './brama.ts';
import { appsPage, notFoundPage, type SitePage, screens, signInPage } from './pages.ts';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
type Words = { [key: string]: string | Words };

const query = '?note=%D1%96&utm=1';
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

// films of a walk over so many pages would take as long as the walk
common.use({ trace: { mode: 'retain-on-failure', screenshots: false } });

/** One sign-in for each language and worker, not one for each page. */
const test = common.extend<object, { sessionCookies: Record<Language, Cookies> }>({
  sessionCookies: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const signIn = async () => {
        const origin = bramaUrl();
        const caller = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
        const data = { username: 'o.shevchenko', password };
        const proved = await caller.post('/api/auth', { data });
        await caller.post('/api/auth/internal', { data: await proved.json() });
        const { cookies } = await caller.storageState();
        await caller.dispose();
        expect(cookies.map(({ name }) => name)).toContain('brama_session');
        return cookies;
      };
      await use({ uk: await signIn(), en: await signIn() });
    },
    { scope: 'worker' },
  ],
});

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
  if (!names) throw new Error(`e2e/pages.ts does not say what ${shown.path} is called`);
  const words = await wordsOf(page, language, names.namespace);
  const { brand } = await wordsOf(page, language, 'common');
  const heading = page.locator('h1:visible');
  await expect(heading).toContainText(textAt(words, names.heading));
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page).toHaveTitle(`${textAt(words, names.title)} — ${brand}`);
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

async function expectWell(page: Page) {
  await expectAccessible(page);
  await expectNoSideways(page);
}

for (const page of [...screens, signInPage, notFoundPage])
  for (const language of languages)
    for (const signedIn of [false, true]) {
      const who = signedIn ? 'signed in' : 'anonymous';
      test(`/${language}/${page.path}, ${who}`, async ({
        page: tab,
        context,
        complaints,
        sessionCookies,
      }) => {
        const messages: string[] = [];
        tab.on('console', (message) => messages.push(message.text()));
        if (signedIn) await context.addCookies(sessionCookies[language]);
        const shown = shownInstead(page, signedIn);
        const status = page.access === 'nowhere' ? 404 : 200;
        const other = language === 'uk' ? 'en' : 'uk';

        await tab.setViewportSize(phone);
        const answer = await tab.goto(`/${language}/${page.path}${query}`);
        expect(answer?.status()).toBe(status);
        await expect(tab).toHaveURL(`/${language}/${shown.path}${query}`);
        await expectNames(tab, language, shown, signedIn);
        // a page shown instead has a walk of its own
        if (shown !== page) {
          expect(messages).toEqual([]);
          return;
        }
        await expectWell(tab);
        await tab.setViewportSize(desk);
        await expectWell(tab);
        await expectLinks(tab);

        await tab.locator(`header a[hreflang=${other}]`).click();
        await expect(tab).toHaveURL(`/${other}/${shown.path}${query}`);
        await expectNames(tab, other, shown, signedIn);

        // the browser itself notes answers such as 404, once for each language
        const noted = !signedIn && shown.wordsWhenAnonymous ? 401 : status;
        const notes = noted === 200 ? [] : Array(2).fill(expect.stringContaining(`${noted}`));
        expect(messages).toEqual(notes);
        complaints.splice(0, notes.length);
      });
    }

test.describe('addresses', () => {
  const redirectOf = async (path: string, cookie = '') => {
    const caller = await request.newContext({ baseURL: bramaUrl(), extraHTTPHeaders: { cookie } });
    const answer = await caller.get(path, { maxRedirects: 0 });
    await caller.dispose();
    return [answer.status(), answer.headers()['location']];
  };

  test('without a language: the same path and query in the remembered one', async () => {
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

  test('unknown ones for machines: 404, and no page', async () => {
    for (const prefix of ['/api', '/oidc', '/.well-known', '/locales', '/assets']) {
      const answer = await fetch(`${bramaUrl()}${prefix}/no/such.thing`, { redirect: 'manual' });
      expect([prefix, answer.status]).toEqual([prefix, 404]);
      expect(answer.headers.get('content-type')).toContain('application/json');
    }
  });

  test('unknown ones for people: home', async () => {
    for (const path of ['/no-such-page', '/no/such/page', '/ru/apps', '/wp-login.php', '/UK/'])
      expect([path, ...(await redirectOf(path))]).toEqual([path, 302, '/']);
  });
});
