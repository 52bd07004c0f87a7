// Pages for users who cannot open an application: without access, or if it accepts only disabled sign-in methods. In both languages, with and without JavaScript.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from '@playwright/test';
import {
  applicationId,
  applicationTitle,
  bramaUrl,
  expect,
  expectNoSideways,
  fillIn,
  forgive,
  type Language,
  sampleUrl,
  signInHere,
  test,
  wordsOf,
} from '../support/brama.ts';
import { googleMethod } from '../support/google-chooser.ts';
import { applyManifest, startSystem } from '../support/processes.ts';
import { expectReadable, inEveryWay, optionsOf, type Way, ways } from '../support/ways.ts';

inEveryWay((way) => {
  test('a user without access sees a contact; the application gets an error', async ({
    page,
    complaints,
  }) => {
    await page.goto(`${sampleUrl()}/courses`);
    await page.getByRole('link', { name: signInHere }).click();
    await fillIn(page, 'г.ґудзь');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/oidc/no-access/*');
    const { pathname } = new URL(page.url());
    const words = await wordsOf(page, way.language, 'interaction');
    await expect(page.locator('h1')).toHaveText(words['no-access'].title);
    const main = page.locator('main');
    await expect(main).toContainText(applicationTitle('courses', way.language));
    await expect(main.locator('a[href^="mailto:"]')).toBeVisible();
    await expectReadable(page, way);
    await page.getByRole('link', { name: words['no-access'].action }).click();
    await expect(page.getByText('access_denied')).toBeVisible();
    // works once
    const answer = await page.goto(bramaUrl() + pathname);
    expect(answer?.status()).toBe(410);
    await expect(page.getByText(words['request-refused'].over)).toBeVisible();
    forgive(complaints, 403);
    forgive(complaints, 410);
  });
});

/** A request to an address that is not registered, as the demo's application might have got it wrong. */
function wrongAddress(language: Language, redirect_uri: string) {
  const query = new URLSearchParams({
    client_id: applicationId('courses'),
    response_type: 'code',
    scope: 'openid',
    redirect_uri,
    ui_locales: language,
  });
  return `${bramaUrl()}/oidc/auth?${query}`;
}

inEveryWay((way) => {
  test('an invalid redirect URI is shown next to the registered one', async ({
    page,
    complaints,
  }) => {
    const hostile = '<img src=x onerror=alert(1)>\u202Egnp';
    const sent = `${sampleUrl()}/Wrong/${hostile}?code=hush-secret#hush-secret`;
    const answer = await page.goto(wrongAddress(way.language, sent));
    expect(answer?.status()).toBe(400);
    const { 'request-refused': words } = await wordsOf(page, way.language, 'interaction');
    const facts = page.locator('main dl > div:visible');
    await expect(facts).toHaveCount(2);
    for (const [index, label] of [words.received, words.registered].entries())
      await expect(facts.nth(index).locator('dt')).toHaveText(`${label} redirect_uri`);
    await expect(facts.nth(0).locator('dd')).toContainText(`${sampleUrl()}/Wrong/<img%20src`);
    await expect(facts.nth(1).locator('dd')).toContainText(sampleUrl());
    await expect(facts.nth(0).locator('mark')).toContainText('Wrong');
    await expect(page.locator('main')).toContainText(words.differences.path);
    await expect(page.locator('main a[href*="Wrong"], main img[src="x"]')).toHaveCount(0);
    expect(await page.content()).not.toContain('hush-secret');
    expect(await page.content()).not.toContain('\u202E');
    await expectReadable(page, way);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSideways(page);
    // nothing of a box where there is nothing to show
    await page.goto(`${bramaUrl()}/oidc/auth/nothing-waits-here`);
    await expect(page.locator('main dl')).toBeHidden();
    forgive(complaints, 400);
    forgive(complaints, 410);
  });
});

type Demanding = { name: string; title: Record<Language, string>; signInMethods: string[] };

const choosy: Demanding = {
  name: 'choosy',
  title: { uk: 'Реєстр справ', en: 'Case registry' },
  signInMethods: ['diia', 'google'],
};
const closed: Demanding = {
  name: 'closed',
  title: { uk: 'Архів', en: 'Archive' },
  signInMethods: ['diia'],
};

const entryOf = (callback: string, { signInMethods, ...rest }: Demanding) => ({
  id: crypto.randomUUID(),
  ...rest,
  description: rest.title,
  access: 'everyone',
  contact: 'owner@campus.example',
  protocol: {
    type: 'oidc',
    metadata: { client_id: rest.name, redirect_uris: [callback] },
    secret: 'U2x1aGFjaCBpIGtseXVjaCB2aWQgYnJhbXkgOTk5',
    pkce: 'allowed',
    signInMethods,
  },
});

/** Where an application begins to sign in. */
function beginAt(url: string, callback: string, { name }: Demanding, language: Language) {
  const query = new URLSearchParams({
    client_id: name,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: callback,
    ui_locales: language,
  });
  return `${url}/oidc/auth?${query}`;
}

async function listen() {
  const server = createServer((_request, response) => response.end('back'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { callback: `http://127.0.0.1:${port}/callback`, server };
}

test('the page shows only accepted sign-in methods, or a message when there are none', async ({
  browser,
}) => {
  test.slow();
  const { callback, server } = await listen();
  const demo = await startSystem();
  const checkEveryWay = async (check: (context: BrowserContext, way: Way) => Promise<void>) => {
    for (const way of ways) {
      const context = await browser.newContext(optionsOf(way));
      await check(context, way);
      await context.close();
    }
  };
  try {
    const applications = [choosy, closed].map((one) => entryOf(callback, one));
    await applyManifest(demo.dataDir, { applications });
    await checkEveryWay(async (context, way) => {
      const { language } = way;
      const page = await context.newPage();
      await page.goto(beginAt(demo.url, callback, choosy, language));
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('main')).toContainText(choosy.title[language]);
      await expect(page.locator('#current-password')).toHaveCount(0);
      await expect(googleMethod(page)).toBeVisible();
      await expectReadable(page, way);
    });
    await demo.stop();
    const plain = await startSystem({ dataDir: demo.dataDir, env: { BRAMA_DEMO: '0' } });
    try {
      await checkEveryWay(async (context, way) => {
        const { language } = way;
        const page = await context.newPage();
        const answer = await page.goto(beginAt(plain.url, callback, closed, language));
        expect(answer?.status()).toBe(403);
        const words = await wordsOf(page, language, 'interaction');
        await expect(page.locator('h1')).toHaveText(words['no-method'].title);
        await expect(page.locator('main')).toContainText(closed.title[language]);
        await expect(page.getByRole('link', { name: 'owner@campus.example' })).toBeVisible();
        await expectReadable(page, way);
        await page.getByRole('link', { name: words['no-method'].action }).click();
        await page.waitForURL(`${callback}?error=access_denied&**`);
      });
    } finally {
      await plain.stop();
    }
  } finally {
    server.close();
    demo.remove();
  }
});
