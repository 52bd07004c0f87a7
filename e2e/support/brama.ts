// What every browser test needs: the addresses, the people, the words, and a page that reports every
// console message and violation.

/// <reference lib="dom" />

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { demoApplications, demoSandbox } from '@brama/simulators/applications';
import { demoPassword } from '@brama/simulators/people';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';

export const languages = ['uk', 'en'] as const;
export type Language = (typeof languages)[number];

export const password = demoPassword;
const application = (name: string) => demoApplications.find((one) => one.name === name);
export const applicationId = (name: string) => application(name)?.id ?? '';
export const applicationTitle = (name: string, language: Language) =>
  application(name)?.title[language] ?? '';

/** The name of the student of the demo, as pages in this language show it. */
export const studentName = { uk: 'Шевченко Олена Іванівна', en: 'Olena Shevchenko' } as const;

export const sandbox = demoSandbox;

export const bramaUrl = () => process.env['BRAMA_URL'] ?? '';
export const sampleUrl = () => process.env['SAMPLE_URL'] ?? '';
/** The simulator of Diia. */
export const diiaUrl = () => process.env['DIIA_URL'] ?? '';

/** The link of an application that begins a sign-in. */
export const signInHere = /Увійти через Браму|Sign in with Brama/;

/** The log of the product that all tests use; its folder holds the data. */
export const systemLog = () => process.env['SYSTEM_LOG'] ?? '';

/** Writes directly to the database of the product that all tests use; the server reads it at the next request. */
export function writeToDatabase(statement: string, ...values: (string | number | null)[]) {
  const database = new DatabaseSync(join(dirname(systemLog()), 'brama.sqlite'), { timeout: 5000 });
  database.prepare(statement).run(...values);
  database.close();
}

/** Reads rows directly from the database of the product that all tests use. */
export function readFromDatabase(query: string, ...values: (string | number | null)[]) {
  const database = new DatabaseSync(join(dirname(systemLog()), 'brama.sqlite'), { timeout: 5000 });
  const rows = database.prepare(query).all(...values);
  database.close();
  return rows;
}

async function changeSession(page: Page, change: string) {
  const cookies = await page.context().cookies(bramaUrl());
  const secret = cookies.find(({ name }) => name === 'brama_session')?.value ?? '';
  const update = `update sessions set ${change} where id_hash = ?`;
  writeToDatabase(update, hash('sha256', secret, 'base64url'));
}

/** Makes the sign-in of this browser an hour older. */
export const makeSignInOld = (page: Page) =>
  changeSession(page, 'verified_at = verified_at - 3600000');

/** The session of this browser has shown a second factor. */
export const pretendFactor = (page: Page) =>
  changeSession(page, "amr = 'pwd otp mfa', assured_at = verified_at");

/** The session of this browser began with Diia. */
export const pretendDiia = (page: Page) => changeSession(page, "method = 'diia'");

/** The words of one namespace, as the browser gets them. */
export async function wordsOf(page: Page, language: Language, namespace: string) {
  const answer = await page.request.get(`${bramaUrl()}/locales/${language}/${namespace}.json`);
  return answer.json();
}

type Fixtures = {
  /** Errors and warnings of the page's console. A test fails with any that it did not expect. */
  complaints: string[];
};

type StudentSession = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Expected messages of each list. */
const forgiven = new WeakMap<string[], string[]>();

/** Waits for the expected messages, because Chromium prints them late; every other message fails the test. */
async function judge(complaints: string[], ended: 'well' | 'badly') {
  const expected = forgiven.get(complaints) ?? [];
  const missing = () =>
    expected.filter((words) => !complaints.some((text) => text.includes(words)));
  if (ended === 'well') await expect.poll(missing).toEqual([]);
  expect(complaints.filter((text) => !expected.some((words) => text.includes(words)))).toEqual([]);
}

export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page }, use, { errors }) => {
      const complaints: string[] = [];
      forgiven.set(complaints, []);
      const context = page.context();
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      // also of other tabs, such as one in which the user confirms the identity
      context.on('console', (message) => {
        const isOther = message.page() !== page;
        if (isOther && message.text().startsWith('Content Security Policy'))
          complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
        );
      });
      await use(complaints);
      await judge(complaints, errors.length === 0 ? 'well' : 'badly');
    },
    { auto: true },
  ],
});
export { expect };

/**
 * For tests that only read: their browser has the session of the student. It is one session for each worker, so a test that
 * signs out, signs in again or needs a recent sign-in uses `test`.
 */
export const signedInTest = test.extend<object, { studentSession: StudentSession }>({
  studentSession: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await startSession(page);
      const state = await page.context().storageState();
      await page.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: ({ studentSession }, use) => use(studentSession),
});

/** An HTTP status, or words of a message. */
type Complaint =
  | number
  | 'ERR_EMPTY_RESPONSE'
  | 'ERR_FAILED'
  | 'ERR_INTERNET_DISCONNECTED'
  | 'ERR_BLOCKED_BY_RESPONSE'
  | 'TypeError'
  // React renders the applications again after an error during hydration
  | 'Minified React error #422'
  | 'Error: broken on purpose'
  | 'Content Security Policy'
  | 'blocked by CORS policy'
  | 'can escape its sandboxing'
  | 'Blocked opening'
  | 'Unsafe attempt to initiate navigation'
  | `[KPI ID] ${string}`;

/**
 * Expects a console error: Chromium prints rejected calls, and React every error that it caught. May be called before or
 * after the messages; at least one must come.
 */
export function forgive(complaints: string[], expected: Complaint) {
  const words = typeof expected === 'number' ? `status of ${expected}` : expected;
  forgiven.get(complaints)?.push(words);
}

/** React is in charge of the page: until then buttons and links do what they do without it. */
export async function takenOver(page: Page) {
  await expect(page.locator('footer select')).toBeEnabled();
}

export async function openSignIn(page: Page, language: Language = 'uk') {
  await page.goto(`/${language}/`);
  await takenOver(page);
}

/** Waits for the sign-in page. It takes the reason of its opening (`?signed-out`) out of the address as soon as it runs. */
export const waitForSignInPage = (page: Page, language: Language = 'uk') =>
  page.waitForURL(({ pathname }) => pathname === `/${language}/`);

export async function fillIn(page: Page, username = 'o.shevchenko', secret = password) {
  await page.locator('#username').fill(username);
  await page.locator('#current-password').fill(secret);
}

export async function submit(page: Page) {
  await page.locator('button[type=submit]').click();
}

/** Starts a session by HTTP calls, without a page, for tests of the pages behind it. */
export async function startSession(page: Page, username = 'o.shevchenko') {
  const headers = { origin: bramaUrl() };
  const post = (path: string, data: unknown) =>
    page.request.post(`${bramaUrl()}${path}`, { headers, data });
  const proved = await post('/api/auth', { username, password });
  const started = await post('/api/auth/internal', await proved.json());
  expect([proved.status(), started.ok()]).toEqual([200, true]);
}

/** As a person does it, where that is what is tested. */
export async function signInByForm(page: Page, username?: string, language: Language = 'uk') {
  await openSignIn(page, language);
  await fillIn(page, username);
  await submit(page);
  await page.waitForURL(`**/${language}/apps`);
  await expect(page.locator('h1')).toBeVisible();
}

/** Spoils the data inside the applications page, so that its scripts throw a TypeError. */
export async function breakApplications(page: Page) {
  await page.route('**/apps', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"applications":[', '"applications":1,"was":[');
    await route.fulfill({ response, body });
  });
}

/** Signed in, with the applications open. */
export async function signIn(page: Page, username = 'o.shevchenko', language: Language = 'uk') {
  await startSession(page, username);
  await page.goto(`/${language}/apps`);
  await takenOver(page);
}

/** Ends what moves and comes to an end: a thing fading in has no contrast yet. Does not wait for frames to be drawn. */
async function standStill(page: Page) {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const { playState, playbackRate, effect } = animation;
      const comesToAnEnd = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      if (playState === 'running' && playbackRate !== 0 && comesToAnEnd) animation.finish();
    }
  });
}

type Violation = { id: string; nodes: { html: string }[] };
type AxeOptions = { resultTypes: ['violations']; runOnly: readonly string[] };
type WithAxe = Window & {
  axe?: { run(options: AxeOptions): Promise<{ violations: Violation[] }> };
};

/** Minified, because each page has to parse it: AxeBuilder loads the long form, twice. */
const axeFile = createRequire(import.meta.resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
);
const axeCode = readFileSync(axeFile, 'utf8');

/** Runs axe. The first run loads it into the page. Our pages hold no frames, so it needs to run in none. */
async function findingsOf(page: Page, runOnly: readonly string[]) {
  await standStill(page);
  // axe then describes nothing that passed: a fifth of the time
  const options: AxeOptions = { resultTypes: ['violations'], runOnly };
  const run = () =>
    page.evaluate(async (given) => {
      const result = await (window as WithAxe).axe?.run(given);
      return result?.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    }, options);
  const again = await run();
  if (again) return again;
  await page.evaluate(axeCode);
  return (await run()) ?? ['axe was not loaded'];
}

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the accessibility findings of these rules, or groups of rules, in the state the page is in. */
export async function axeFindingsOf(page: Page, rules = allRules): Promise<string[]> {
  const found = await findingsOf(page, rules);
  // what began to come meanwhile, such as a toast, is judged as it stands
  const last = found.length === 0 ? found : await findingsOf(page, rules);
  return last.map(String);
}

/** No accessibility finding at all, in the state the page is in. */
export async function expectAccessible(page: Page) {
  expect(await axeFindingsOf(page)).toEqual([]);
}

/** As a browser shows it that runs no scripts. */
const withoutScripts = (html: string) =>
  html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll(/<\/?noscript>/g, '');

/** For each browser, a page with scripts for copies of pages without. A new context for each copy takes half a second. */
const copies = new WeakMap<Browser, Promise<Page>>();

/** Runs axe on a copy of the page, because axe itself needs scripts. */
export async function expectAccessibleWithoutScripts(page: Page) {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const opened = copies.get(browser) ?? browser.newPage({ javaScriptEnabled: true });
  copies.set(browser, opened);
  const copy = await opened;
  // earlier copies leave nothing behind
  await copy.context().clearCookies();
  const viewport = page.viewportSize();
  if (viewport) await copy.setViewportSize(viewport);
  const body = withoutScripts(await page.content());
  await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html', body }));
  try {
    await copy.goto(page.url());
    await expectAccessible(copy);
  } finally {
    await copy.unrouteAll();
  }
}

/** Presses Tab until this element has the focus, as a person does who has no mouse. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await isThere()); presses += 1)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** Nothing sticks out to the side. */
export async function expectNoSideways(page: Page) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}
