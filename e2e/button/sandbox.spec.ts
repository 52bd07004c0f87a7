// The sandbox: from the page that makes buttons through the real sign-in to what a server would receive, and back to
// the page that waits.

/// <reference lib="dom" />

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import {
  applicationId,
  applicationTitle,
  bramaUrl,
  expect,
  expectAccessible,
  fillIn,
  forgive,
  type Language,
  sandbox,
  signIn,
  startSession,
  studentName,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { openHost } from '../support/host-page.ts';

const received = 'button-wizard/received';
const person = 'Шевченко Олена Іванівна';

async function openWizard(page: Page, language: Language) {
  await page.goto(`/${language}/button-wizard`);
  await takenOver(page);
  return wordsOf(page, language, 'button-wizard');
}

/** By keyboard, as everything here. */
async function beginTrial(page: Page, context: BrowserContext, name: string) {
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name }).press('Enter');
  return opened;
}

test('the wizard completes a real sign-in, shows the response and leaves no ticket behind', {
  tag: '@journey',
}, async ({ page, context }) => {
  const [stranger, beside] = [await context.newPage(), await context.newPage()];
  await openHost(stranger, { body: '' });
  await stranger.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    new BroadcastChannel('brama-trial').onmessage = ({ data }) => heard.push(data);
  });
  const words = await openWizard(page, 'uk');
  const waitingOn = (wizard: Page) => wizard.getByRole('status').getByText(words.trial.waiting);
  const waiting = waitingOn(page);
  await openWizard(beside, 'uk');
  await beside.getByRole('radio', { name: words.begin.sandbox }).press('Space');
  // the button itself begins as the link does
  const byButton = context.waitForEvent('page');
  await beside.locator('#kpi_id_signin a[part=button]').press('Enter');
  await (await byButton).close();

  await page.getByRole('radio', { name: words.begin.sandbox }).press('Space');
  const field = page.locator('#app-id');
  await expect(field).toHaveValue(sandbox.id);
  await expect(page.getByRole('radio', { name: words.begin.sandbox })).toBeFocused();
  await expect(
    page.getByRole('status').getByText(words.known.sandbox.replace('{{app}}', sandbox.title.uk)),
  ).toBeVisible();

  // begun, given up, begun again, and the tab closed on the way
  await (await beginTrial(page, context, words.preview.try)).close();
  await expect(waiting).toBeVisible();
  await page.getByRole('button', { name: words.trial.cancel }).press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('status').getByText(words.trial.stopped)).toBeVisible();
  await expect(page.getByRole('link', { name: words.preview.try })).toBeFocused();
  await (await beginTrial(page, context, words.preview.try)).close();
  await expect(waiting).toBeVisible();
  await expect(page.getByText(words.trial.hint)).toBeVisible();

  const tab = await beginTrial(page, context, words.preview.try);
  const tickets = new Set<string>();
  const referers: string[] = [];
  tab.on('request', (request) => {
    const ticketId = new URL(request.url()).searchParams.get('ticketId');
    if (ticketId) tickets.add(ticketId);
    referers.push(request.headers()['referer'] ?? '');
  });
  await takenOver(tab);
  const state = new URL(tab.url()).searchParams.get('state') ?? '';
  await fillIn(tab);
  await submit(tab);
  await expect(tab).toHaveURL(`/uk/${received}`);
  const shown = await wordsOf(tab, 'uk', 'received');
  await expect(tab.getByText(shown['signed-in'].replace('{{name}}', person))).toBeVisible();
  await expect(page.getByText(words.trial.done.replace('{{name}}', person))).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expect(waitingOn(beside)).toBeVisible();
  expect(await stranger.evaluate(() => (window as unknown as { heard: [] }).heard)).toEqual([]);

  const answerCode = tab.getByRole('group', { name: shown.steps.answer.label });
  const answer = JSON.parse(await answerCode.innerText());
  expect(answer).toMatchObject({ applicationId: sandbox.id, data: { NAME: person } });
  expect([...tickets]).toEqual([answer.id]);
  expect(referers.filter((referer) => referer.includes(answer.id))).toEqual([]);
  const links = await tab.evaluate(() => [...document.links].map(({ href }) => href));
  expect(links.filter((href) => href.includes(answer.id))).toEqual([]);
  const came = tab.getByRole('group', { name: shown.steps.return.label });
  await expect(came).toContainText(`state=${state}`);
  const asks = tab.getByRole('group', { name: shown.steps.request.label });
  await expect(asks).toContainText(`${bramaUrl()}/api/ticket`);
  await expect(asks).toContainText('YOUR-APP-SECRET');
  for (const name of [...Object.keys(answer), ...Object.keys(answer.data)].filter(
    (n) => n !== 'data',
  ))
    await expect(tab.getByRole('rowheader', { name, exact: true })).toBeVisible();

  // the same after a reload, also in the other language
  for (const language of ['uk', 'en'] as const) {
    if (language === 'en') await tab.locator('header a[hreflang]').click();
    await tab.reload();
    await expect(tab).toHaveURL(`/${language}/${received}`);
    await expect(tab.locator('pre').nth(2)).toHaveText(JSON.stringify(answer, null, 2));
  }

  // signing out in another tab takes it from every screen and out of the tab, without a reload
  const isKept = () => tab.evaluate(() => sessionStorage.getItem('brama.received-ticket'));
  const kept = await isKept();
  expect(kept).toContain(answer.id);
  const { nothing } = await wordsOf(tab, 'en', 'received');
  const portal = await wordsOf(page, 'uk', 'apps');
  await beside.goto('/uk/apps');
  await beside.getByRole('button', { name: portal['sign-out'].action }).click();
  await expect(tab.getByText(nothing.title)).toBeVisible();
  for (const one of [tab, page]) await expect(one.getByText(person)).toHaveCount(0);
  expect(await isKept()).toBeNull();
  // and the ticket shows nothing any more
  await tab.evaluate((text) => sessionStorage.setItem('brama.received-ticket', `${text}`), kept);
  await tab.reload();
  await expect(tab.getByText(nothing.title)).toBeVisible();
  expect(await isKept()).toBeNull();
  await tab.getByRole('link', { name: nothing.action }).click();
  await expect(tab).toHaveURL('/en/button-wizard');
});

test('the portal shows no card of the sandbox but opens it by address', async ({ page }) => {
  await signIn(page);
  await expect(page.getByText(applicationTitle('campus', 'uk'))).toBeVisible();
  await expect(page.getByText(sandbox.title.uk)).toHaveCount(0);
  await page.goto(`/uk/apps?appId=${sandbox.id}`);
  await expect(page).toHaveURL(`/uk/${received}`);
  await expect(page.locator('table')).toBeVisible();
  const { steps } = await wordsOf(page, 'uk', 'received');
  await expect(page.getByText(steps.return['no-state'])).toBeVisible();
});

test('the English page has the name in Latin letters, the response as it is', async ({ page }) => {
  await startSession(page);
  await page.goto('/en/faq');
  await page.goto(`/api/app-redirect?appId=${sandbox.id}`);
  await expect(page).toHaveURL(`/en/${received}`);
  const shown = await wordsOf(page, 'en', 'received');
  await expect(
    page.getByText(shown['signed-in'].replace('{{name}}', studentName.en)),
  ).toBeVisible();
  await expect(page.getByRole('group', { name: shown.steps.answer.label })).toContainText(person);
});

test('a failed request for the ticket data can be repeated', async ({ page, complaints }) => {
  forgive(complaints, 'ERR_FAILED');
  await signIn(page);
  await page.route('**/api/sandbox/ticket', (route) => route.abort(), { times: 1 });
  await page.goto(`/uk/apps?appId=${sandbox.id}`);
  const { failed } = await wordsOf(page, 'uk', 'received');
  const { actions } = await wordsOf(page, 'uk', 'common');
  await expect(page.getByText(failed)).toBeVisible();
  await page.getByRole('button', { name: actions.retry }).click();
  await expect(page.locator('table')).toBeVisible();
});

test('the wizard says whether an id is registered, and nothing about its owner', {
  tag: '@journey',
}, async ({ page }) => {
  const words = await openWizard(page, 'uk');
  const field = page.locator('#app-id');
  const remark = page.locator('form [role=status]').filter({ hasText: /\S/ });
  /** All that is read on the page with this id, but for the id itself. */
  async function saidOf(id: string) {
    await field.fill(id);
    await expect(page.locator('#kpi_id_signin')).toHaveAttribute('data-app-id', id);
    await expect(remark).toHaveText(words.known.registered);
    return (await page.locator('main').innerText()).replaceAll(id, '').replaceAll(/[\w-]{43}/g, '');
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  // a wrong form needs no server
  await field.fill('not-an-id');
  await expect(remark).toHaveText(words.known['wrong-form']);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  const began = Date.now();
  await field.fill('11111111-2222-4333-8444-555555555555');
  await expect(remark).toHaveText(words.known.unknown);
  expect(Date.now() - began).toBeLessThan(2_000);
  await expectAccessible(page);

  const other = await saidOf(applicationId('my-kpi'));
  expect(await saidOf(applicationId('rooms'))).toBe(other);
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(
    Array(3).fill('/api/registered-application'),
  );

  await startSession(page);
  await page.goto(`/uk/button-wizard?appId=${applicationId('my-kpi')}`);
  await expect(remark).toHaveText(
    words.known.own.replace('{{app}}', applicationTitle('my-kpi', 'uk')),
  );
});

test('the sandbox is an equal choice, and the own id comes back', async ({ page }) => {
  const words = await openWizard(page, 'en');
  const own = page.getByRole('radio', { name: words.begin.own });
  await expect(own).toBeChecked();
  await page.locator('#app-id').fill('11111111-2222-4333-8444-555555555555');
  await page.getByRole('radio', { name: words.begin.sandbox }).check();
  await expect(page.locator('#app-id')).toHaveValue(sandbox.id);
  await own.check();
  await expect(page.locator('#app-id')).toHaveValue('11111111-2222-4333-8444-555555555555');
});

test('the page names the language of the button, and offers its own', async ({ page }) => {
  const words = await openWizard(page, 'en');
  const button = page.locator('#kpi_id_signin');
  await expect(button).toHaveAttribute('data-locale', 'uk');
  await page.getByRole('button', { name: words['button-language'].change }).click();
  await expect(button).toHaveAttribute('data-locale', 'en');
  await expect(page.getByText(words['button-language'].en)).toBeVisible();
});

test('what next is a file that registers the application, with the hash of a secret', async ({
  page,
}) => {
  const words = await wordsOf(page, 'en', 'hand-in');
  const { begin } = await openWizard(page, 'en');
  // the sandbox belongs to no integrator
  await page.getByRole('radio', { name: begin.sandbox }).check();
  await page.getByRole('radio', { name: words.protocol.oidc.label }).check();
  await page.getByLabel(words.address).fill('https://rooms.campus.example/back');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words.download }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toBe('brama-application.yaml');
  const secret = await page.getByRole('group', { name: words.secret }).innerText();
  expect(file).not.toContain(secret.trim());
  expect(file).toContain(createHash('sha256').update(secret.trim()).digest('base64url'));
  expect(file).not.toContain(sandbox.id);
  expect(file).toContain('redirect_uris: ["https://rooms.campus.example/back"]');
  const shown = page.getByRole('group', { name: words.file, exact: true });
  expect((await shown.innerText()).trim()).toBe(file.trim());

  // an address that the server would reject makes no file
  await page.getByLabel(words.address).fill('http://rooms.campus.example/back');
  await page.getByLabel(words.address).blur();
  await expect(page.getByText(words['address-error'].form)).toBeVisible();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText(words['no-address'])).toBeVisible();
});

test('only an id that is free stands in the file', async ({ page, complaints }) => {
  forgive(complaints, 'ERR_FAILED');
  const words = await wordsOf(page, 'en', 'hand-in');
  await openWizard(page, 'en');
  const field = page.locator('#app-id');
  const file = page.getByRole('group', { name: words.file, exact: true });
  const free = '11111111-2222-4333-8444-555555555555';
  await page.getByLabel(words.address).fill('https://rooms.campus.example/back');
  await field.fill(free);
  await expect(file).toContainText(free);
  // applied by the administrator, it would overwrite the application
  await field.fill(applicationId('my-kpi'));
  await expect(page.getByText(words.registered)).toBeVisible();
  await expect(file).toHaveCount(0);
  // without a reply it may be registered
  await page.route('**/api/registered-application*', (route) => route.abort());
  const asked = page.waitForEvent('requestfailed');
  await field.fill(applicationId('rooms'));
  await asked;
  await expect(file).not.toContainText(applicationId('rooms'));
  await expect(file).toContainText(/id: "[\da-f-]{36}"/);
});

test('without a sandbox the page explains how to get one, and the try link still works', async ({
  page,
}) => {
  await page.route('**/api/known-applications', (route) =>
    route.fulfill({ json: { sandbox: null, own: [] } }),
  );
  const words = await openWizard(page, 'uk');
  await expect(page.getByText(words.trial['no-sandbox'])).toBeVisible();
  await expect(page.getByRole('radio', { name: words.begin.sandbox })).toBeDisabled();
  await page.locator('#app-id').fill(sandbox.id);
  const link = page.getByRole('link', { name: words.preview.try });
  await expect(link).toHaveAttribute('href', `/?appId=${sandbox.id}`);
});
