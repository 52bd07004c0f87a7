// Every page in every state, in both languages and themes, on five widths: what must hold of each page, whatever it does.
// The behaviour of pages is tested elsewhere, in one language and on one width.

/// <reference lib="dom" />

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { demoApplications } from '@brama/simulators/applications';
import { people } from '@brama/simulators/people';
import type { BrowserContext, Page } from '@playwright/test';
import { renderSamples } from '../../packages/web/build/sample-pages.ts';
import { inventedInstance } from '../../packages/web/src/entries/example-instance.ts';
import { pageFixtures } from '../../packages/web/src/stories/fixtures/page-props.ts';
import { createSignIns } from '../../scripts/gallery/camera.ts';
import { heights } from '../../scripts/gallery/options.ts';
import { states } from '../../scripts/gallery/states.ts';
import {
  axeFindingsOf,
  bramaUrl,
  expect,
  type Language,
  languages,
  test,
} from '../support/brama.ts';
import {
  focusOrderOf,
  frameOf,
  headingsOf,
  overflowOf,
  untranslatedOf,
} from '../support/page-checks.ts';
import { root } from '../support/processes.ts';

/** States of the gallery that no fixture has: a script draws them, or only the server renders them. */
const liveStates = [
  'login-last-time-diia',
  'login-cyrillic-hint',
  'diia-preparing',
  'diia-code',
  'diia-no-code',
  'diia-entering',
  'diia-not-linked',
  'diia-off',
  'diia-no-cookies',
  'apps-favorite-failed',
  'my-data',
  'account-report',
  'account-not-me',
  'account-passkey-not-added',
  'account-menu',
  'account-menu-help',
  'faq',
  'faq-question-open',
  'privacy-policy',
  'terms-of-use',
  'auth-success-asking',
  'auth-success-still',
  'auth-success-signed-out',
  'auth-success-failed',
  'button-wizard',
  'button-wizard-chosen',
  'button-wizard-react',
  'button-wizard-no-script',
  'button-wizard-waiting',
  'received',
  'received-nothing',
  'received-failed',
];

/** One state of each of these screens. */
const onePerScreen = [
  'diia-code',
  'my-data',
  'account-menu',
  'faq-question-open',
  'privacy-policy',
  'terms-of-use',
  'auth-success-still',
  'button-wizard-chosen',
  'received',
];

/** Each page becomes narrower, because headless Chromium sometimes stops drawing a page that is widened. */
const widths = [1920, 1280, 768, 390, 320];
/** Widths on which axe runs in the light theme. */
const axeWidths = [1280, 390];
/** The one of them on which axe runs in the dark theme too: the colours of a page do not depend on its language. */
const darkWidths: Record<Language, number> = { uk: 1280, en: 390 };
/** The rules of axe that the colours of a theme decide. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** A page in one state. Values in `data` may be in any language. */
type Visit = {
  name: string;
  data: readonly string[];
  /** It leaves routes or scripts behind in a page of the browser. */
  changesPage: boolean;
  open(page: Page): Promise<unknown>;
};

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);

const web = join(root, 'packages/web');

type Fixtures = { visits: Visit[]; close(): void };

/**
 * Returns a visit for each fixture. The pages come from a server of the test: a route of Playwright would turn off the cache of
 * the browser. Their calls get no response, because the product does not know their user.
 */
async function serveFixtures(context: BrowserContext, language: Language): Promise<Fixtures> {
  const build = JSON.parse(readFileSync(join(web, 'dist/site.json'), 'utf8'));
  const samples = await renderSamples(web, build);
  let html = '';
  const path = `/${language}/faq`;
  const server = createServer(async ({ url = '' }, response) => {
    if (/^\/api\/app-redirect/.test(url)) response.writeHead(204).end();
    else if (/^\/(user|api\/|google\/auth)/.test(url)) return;
    else if (url === path)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    else {
      const file = await fetch(`${bramaUrl()}${url}`);
      const names = ['content-type', 'cache-control'];
      for (const name of names) response.setHeader(name, file.headers.get(name) ?? '');
      response.writeHead(file.status).end(Buffer.from(await file.arrayBuffer()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // only then a passkey is offered
  await context.addInitScript(() => {
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = () => Promise.resolve(true);
  });
  const constant = textsOf(inventedInstance);
  const visits = pageFixtures.map(({ page: id, name, props }) => ({
    name: `${id}: ${name}`,
    // attributes that have no text are shown by their names
    data: [...constant, ...textsOf(props), 'born', ...(id.startsWith('setup-') ? quotedTerms : [])],
    changesPage: false,
    async open(page: Page) {
      const isWanted = (one: (typeof samples)[number]) =>
        one.page === id && one.name === name && one.language === language;
      html = samples.find(isWanted)?.html ?? '';
      await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'domcontentloaded' });
      const ready = name === 'passkey-offer' ? 'dialog[open]' : 'footer select:enabled';
      await page.locator(name === 'opening' ? 'h1' : ready).waitFor();
    },
  }));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { visits, close };
}

/** What the pages for developers quote in their texts: code, and captions of buttons in both languages. */
const quotedCode = [
  'Sign in with Brama',
  'Увійти через Браму',
  'YOUR-APP-SECRET',
  'appId',
  'state',
  'style',
  'min-height',
  'kpi-id-signin',
  'traceId',
  'PASSWORD',
  'DIIA',
  'GOOGLE',
  'PASSKEY',
];

/** What the pages of set-up quote in their texts: a command, a header and forms of pictures. */
const quotedTerms = [
  'brama setup code',
  'smtp://user@mail.campus.example:587',
  'X-Forwarded-Proto',
  'DATABASE_URL',
  'PostgreSQL',
  'SQLite',
  'brama setup',
  'PNG',
  'WebP',
];

const cookiesOf = createSignIns(bramaUrl());

/** Returns a visit for each state that the running product must be brought into. */
function liveVisits(language: Language, names = liveStates): Visit[] {
  const data = [...textsOf(people), ...textsOf(demoApplications)];
  return names.map((name) => {
    const state = states.find((one) => one.name === name);
    if (!state) throw new Error(`the gallery has no state ${name}`);
    return {
      name,
      data: /^(button-wizard|received)/.test(name) ? [...data, ...quotedCode] : data,
      changesPage: true,
      async open(page) {
        const context = page.context();
        await context.clearCookies();
        if (state.user) await context.addCookies(await cookiesOf(state.user));
        await context.addCookies([{ name: 'i18next', value: language, url: bramaUrl() }]);
        await state.prepare?.(page);
        await page.goto(`/${language}/${state.screen}${state.query ?? ''}`);
        await state.act?.(page, language);
        await page.locator('h1').first().waitFor({ state: 'attached' });
      },
    };
  });
}

const resize = (page: Page, width: number) =>
  page.setViewportSize({ width, height: heights[width] ?? 0 });

/** Checks a page on all widths and in both themes. Returns its findings, with theme and width. */
async function examine(page: Page, language: Language, data: readonly string[]) {
  const findings: string[] = [];
  const note = (where: string, found: readonly string[]) =>
    findings.push(...found.map((one) => `${where}: ${one}`));
  for (const width of widths) {
    await resize(page, width);
    note(`${width} px`, await overflowOf(page));
    if (!axeWidths.includes(width)) continue;
    note(`light, ${width} px`, await axeFindingsOf(page));
    if (width !== darkWidths[language]) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    note(`dark, ${width} px`, await axeFindingsOf(page, colourRules));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  note('headings', await headingsOf(page));
  note('frame', await frameOf(page, language));
  note('texts', await untranslatedOf(page, language, data));
  note('focus, 320 px', await focusOrderOf(page));
  return findings;
}

/** What the journeys check of each page. */
const examineOnce = async (page: Page) => [
  ...(await overflowOf(page)),
  ...(await axeFindingsOf(page)),
  ...(await headingsOf(page)),
];

type Check = (page: Page, language: Language, data: readonly string[]) => Promise<string[]>;

/** How a page is checked, and on which width it is opened. */
type Walk = { width: number; check: Check };
const wholeWalk: Walk = { width: 1920, check: examine };
const journey: Walk = { width: 390, check: examineOnce };

/** Opens and checks a page. Returns its findings, with the messages of its console. */
async function examineVisit(page: Page, visit: Visit, language: Language, { width, check }: Walk) {
  const findings: string[] = [];
  page.removeAllListeners('pageerror').on('pageerror', (error) => findings.push(`${error}`));
  page.removeAllListeners('console').on('console', (message) => {
    // the state of some pages is that a call failed
    const isOfCall = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isOfCall) findings.push(message.text());
  });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await resize(page, width);
  try {
    await visit.open(page);
    findings.push(...(await check(page, language, visit.data)));
  } catch (error) {
    findings.push(`${error}`);
  }
  return findings;
}

/** Chromium sometimes stops drawing, and then a call never returns. Most visits take less than two seconds. */
const stallMs = 30_000;

/** Checks each page in a step of its own, and reports the findings of all pages at the end. */
async function walk(
  context: BrowserContext,
  visits: readonly Visit[],
  language: Language,
  how: Walk,
) {
  const findings: string[] = [];
  // shorter than a stall, so that the finding names what was waited for
  context.setDefaultTimeout(stallMs - 5000);
  // a new page for each visit would take a tenth of the time
  let page: Page | undefined;

  /** Returns undefined if Chromium has stopped. */
  async function attempt(visit: Visit): Promise<string[] | undefined> {
    page ??= await context.newPage();
    const stalled = Promise.withResolvers<undefined>();
    const timer = setTimeout(stalled.resolve, stallMs);
    const found = await Promise.race([examineVisit(page, visit, language, how), stalled.promise]);
    clearTimeout(timer);
    if (found && !visit.changesPage) return found;
    const closed = page.close();
    page = undefined;
    if (found) await closed;
    // a page that does not draw may not close either
    else closed.catch(() => undefined);
    return found;
  }

  for (const visit of visits)
    await test.step(visit.name, async () => {
      const found = (await attempt(visit)) ?? (await attempt(visit)) ?? ['Chromium has stopped'];
      findings.push(...found.map((one) => `${visit.name}, ${language}: ${one}`));
    });
  expect(findings).toEqual([]);
}

const isFirstOfPage = ({ name }: Visit, at: number, all: readonly Visit[]) =>
  name.split(':')[0] !== all[at - 1]?.name.split(':')[0];

test.describe('uk', { tag: '@journey' }, () => {
  test.use({ locale: 'uk-UA' });

  test('every page that the server renders is accessible and fits a phone', async ({ context }) => {
    const { visits, close } = await serveFixtures(context, 'uk');
    await walk(context, visits.filter(isFirstOfPage), 'uk', journey).finally(close);
  });

  test('every page that a script draws is accessible and fits a phone', async ({ context }) => {
    await walk(context, liveVisits('uk', onePerScreen), 'uk', journey);
  });
});

for (const language of languages)
  test.describe(language, () => {
    test.use({ locale: language === 'uk' ? 'uk-UA' : 'en-GB' });
    test.describe.configure({ timeout: 300_000 });

    for (const half of [0, 1])
      test(`every fixture of a page, in both themes, on five widths, half ${half + 1}`, async ({
        context,
      }) => {
        const { visits, close } = await serveFixtures(context, language);
        const chosen = visits.filter((_, at) => at % 2 === half);
        await walk(context, chosen, language, wholeWalk).finally(close);
      });

    for (const half of [0, 1])
      test(`the screens and their states, in both themes, on five widths, half ${half + 1}`, async ({
        context,
      }) => {
        const visits = liveVisits(language).filter((_, at) => at % 2 === half);
        await walk(context, visits, language, wholeWalk);
      });
  });
