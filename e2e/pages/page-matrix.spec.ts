// Every page in every state, in both languages and themes, on five widths: what must hold of each page, whatever it does.
// The behaviour of pages is tested elsewhere, in one language and on one width.

/// <reference lib="dom" />

import { readFileSync } from 'node:fs';
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
  'password-reset-code',
  'diia-preparing',
  'diia-code',
  'diia-no-code',
  'diia-entering',
  'diia-not-linked',
  'diia-off',
  'diia-no-cookies',
  'apps-favorite-failed',
  'my-data',
  'my-data-session-ended',
  'my-data-sessions-many',
  'my-data-google-linked',
  'account',
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
  'not-found-signed-in',
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
/** Widths on which axe runs, once for each theme. */
const axeWidths = [1280, 390];
/** The rules of axe that the colours of a theme decide. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** A page in one state. Values in `data` may be in any language. */
type Visit = { name: string; data: readonly string[]; open(page: Page): Promise<unknown> };

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);

const web = join(root, 'packages/web');

/** Returns a visit for each fixture. The server does not know their user, so calls get no response. */
async function fixtureVisits(context: BrowserContext, language: Language): Promise<Visit[]> {
  const build = JSON.parse(readFileSync(join(web, 'dist/site.json'), 'utf8'));
  const samples = await renderSamples(web, build);
  let html = '';
  await context.route(`**/${language}/faq`, (route) =>
    route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }),
  );
  for (const url of ['**/user', '**/api/**', '**/google/auth*'])
    await context.route(url, () => undefined);
  await context.route('**/api/app-redirect*', (route) => route.fulfill({ status: 204 }));
  // only then a passkey is offered
  await context.addInitScript(() => {
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = () => Promise.resolve(true);
  });
  const constant = textsOf(inventedInstance);
  return pageFixtures.map(({ page: id, name, props }) => ({
    name: `${id}: ${name}`,
    // attributes that have no text are shown by their names
    data: [...constant, ...textsOf(props), 'born'],
    async open(page) {
      const isWanted = (one: (typeof samples)[number]) =>
        one.page === id && one.name === name && one.language === language;
      html = samples.find(isWanted)?.html ?? '';
      await page.goto(`/${language}/faq`, { waitUntil: 'domcontentloaded' });
      const ready = name === 'passkey-offer' ? 'dialog[open]' : 'footer select:enabled';
      await page.locator(name === 'opening' ? 'h1' : ready).waitFor();
    },
  }));
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

/** Checks each page in a step of its own, and reports the findings of all pages at the end. */
async function walk(
  context: BrowserContext,
  visits: readonly Visit[],
  language: Language,
  width: number,
  check: Check = examine,
) {
  const findings: string[] = [];
  for (const { name, data, open } of visits)
    await test.step(name, async () => {
      const page = await context.newPage();
      const note = (one: string) => findings.push(`${name}, ${language}: ${one}`);
      page.on('pageerror', (error) => note(`${error}`));
      page.on('console', (message) => {
        // the state of some pages is that a call failed
        const isOfCall = message.text().startsWith('Failed to load resource');
        if (['error', 'warning'].includes(message.type()) && !isOfCall) note(message.text());
      });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await resize(page, width);
      try {
        await open(page);
        for (const one of await check(page, language, data)) note(one);
      } catch (error) {
        note(`${error}`);
      }
      await page.close();
    });
  expect(findings).toEqual([]);
}

const isFirstOfPage = ({ name }: Visit, at: number, all: readonly Visit[]) =>
  name.split(':')[0] !== all[at - 1]?.name.split(':')[0];

test.describe('uk', { tag: '@journey' }, () => {
  test.use({ locale: 'uk-UA' });

  test('every page that the server renders is accessible and fits a phone', async ({ context }) => {
    const visits = await fixtureVisits(context, 'uk');
    await walk(context, visits.filter(isFirstOfPage), 'uk', 390, examineOnce);
  });

  test('every page that a script draws is accessible and fits a phone', async ({ context }) => {
    await walk(context, liveVisits('uk', onePerScreen), 'uk', 390, examineOnce);
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
        const visits = await fixtureVisits(context, language);
        await walk(
          context,
          visits.filter((_, at) => at % 2 === half),
          language,
          1920,
        );
      });

    for (const half of [0, 1])
      test(`the screens and their states, in both themes, on five widths, half ${half + 1}`, async ({
        context,
      }) => {
        const visits = liveVisits(language).filter((_, at) => at % 2 === half);
        await walk(context, visits, language, 1920);
      });
  });
