// The public content pages: help, privacy policy, terms of use.

import {
  applicationId,
  expect,
  sampleUrl,
  sandbox,
  signInByForm,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const legalPages = [
  ['privacy-policy', 'uk'],
  ['terms-of-use', 'en'],
] as const;
const pages = ['faq', 'privacy-policy', 'terms-of-use'] as const;

test('help: bot links announce a new tab', { tag: '@journey' }, async ({ page }) => {
  const { support } = await wordsOf(page, 'en', 'faq');
  const { links } = await wordsOf(page, 'en', 'common');
  await page.goto('/en/faq');
  for (const name of [support.employees, support.students]) {
    const bot = page.getByRole('link', { name: `${name} ${links['new-tab']}` });
    await expect(bot).toHaveAttribute('target', '_blank');
    await expect(bot).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(bot).toHaveAttribute('href', /^https:/);
  }
});

for (const [path, language] of legalPages)
  test(`${path} has an email subject and working contents`, { tag: '@journey' }, async ({
    page,
  }) => {
    const words = await wordsOf(page, language, path);
    await page.goto(`/${language}/${path}`);
    await expect(page.locator('main a[data-contact]')).toHaveAttribute(
      'href',
      `mailto:support@campus.example?subject=${encodeURIComponent(words.subject)}`,
    );
    const contents = page.locator('nav[aria-labelledby=contents] a');
    const sections = page.locator('main section > div > h2');
    await expect(sections.first()).toBeVisible();
    expect(await contents.allTextContents()).toEqual(await sections.allTextContents());
    await contents.last().click();
    await expect(sections.last()).toBeInViewport();
    await expect(page.locator('main time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\d$/);
  });

test('the address of a question opens it and scrolls to it', { tag: '@journey' }, async ({
  page,
}) => {
  const language = 'uk';
  await page.goto(`/${language}/faq#session-ended`);
  const named = page.locator('details#session-ended');
  await expect(named).toHaveAttribute('open');
  await expect(named.locator('summary')).toBeInViewport();
  await expect(page.locator('details[open]')).toHaveCount(1);

  await page.evaluate(() => {
    location.hash = 'forgot-password';
  });
  await expect(page.locator('details#forgot-password')).toHaveAttribute('open');
  await expect(page.locator('details#forgot-password summary')).toBeInViewport();

  // links inside answers lead to questions as well
  await page.goto(`/${language}/faq#shared-computer`);
  await page.locator('#shared-computer a[href="#session-ended"]').click();
  await expect(page.locator('details#session-ended')).toHaveAttribute('open');
  await page.locator('#shared-computer a[href="#support"]').click();
  await expect(page.locator('#support')).toBeInViewport();
});

test.describe('the link of a question', () => {
  test('copies its address without the parameters of the visit', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const words = await wordsOf(page, 'uk', 'faq');
    await page.goto('/uk/faq?appId=7&state=secret');
    const title = words.questions['no-diia'].title;
    await takenOver(page);
    await page.getByRole('link', { name: words.copy.replace('{{title}}', title) }).click();
    await expect(page.getByRole('status').filter({ hasText: words.copied })).toHaveCount(1);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(new URL('/uk/faq#no-diia', page.url()).href);
    await expect(page).toHaveURL('/uk/faq?appId=7&state=secret#no-diia');
  });

  test('is a plain link when copying is not available', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.goto('/uk/faq');
    await page.locator('a[href="#no-diia"]').click();
    await expect(page).toHaveURL('/uk/faq#no-diia');
    await expect(page.locator('details#no-diia')).toHaveAttribute('open');
  });
});

test.describe('Back', () => {
  test('goes one step back in history from every page', async ({ page }) => {
    const { actions } = await wordsOf(page, 'uk', 'common');
    await page.goto('/uk/?appId=7&note=1');
    for (const path of pages) {
      // as any link of ours leads here
      await page.evaluate((href) => location.assign(href), `/uk/${path}`);
      await page.waitForURL(`**/uk/${path}`);
      await takenOver(page);
      await page.getByRole('link', { name: actions.back }).click();
      await expect(page).toHaveURL('/uk/?appId=7&note=1');
    }
  });

  test('opens the home page with its parameters after a visit from another site', async ({
    page,
  }) => {
    const { actions } = await wordsOf(page, 'en', 'common');
    await page.goto('/en/');
    await page.goto('/en/faq?appId=7&note=1', { referer: 'https://else.example/' });
    expect(await page.evaluate(() => history.length)).toBeGreaterThan(1);
    await takenOver(page);
    await page.getByRole('link', { name: actions.back }).click();
    await expect(page).toHaveURL('/en/?appId=7');
  });

  test('opens the home page when there is no history', async ({ page, context }) => {
    const { actions } = await wordsOf(page, 'uk', 'common');
    await page.goto('/uk/privacy-policy');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => void open('/uk/terms-of-use?state=s')),
    ]);
    await opened.getByRole('heading', { level: 1 }).waitFor();
    expect(await opened.evaluate(() => history.length)).toBe(1);
    await takenOver(opened);
    await opened.getByRole('link', { name: actions.back }).click();
    await expect(opened).toHaveURL('/uk/?state=s');
  });
});

test('printed pages contain all text and no controls', async ({ page }) => {
  const { actions } = await wordsOf(page, 'uk', 'common');
  for (const path of pages) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.goto(`/uk/${path}`);
    const back = page.getByRole('link', { name: actions.back });
    await expect(back).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(back).toBeHidden();
    await expect(page.locator('header')).toBeHidden();
    await expect(page.locator('footer')).toBeHidden();
    for (const answer of await page.locator('details > div').all())
      await expect(answer).toBeVisible();
    await expect(page.locator('h1')).toHaveCSS('color', 'rgb(21, 22, 58)');
  }
});

test('older browsers open every question for printing and close it afterwards', async ({
  page,
}) => {
  await page.goto('/uk/faq#language');
  await expect(page.locator('details#language')).toHaveAttribute('open');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('details:not([open])')).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('details[open]')).toHaveCount(1);
});

test('the privacy policy names everything stored in the browser', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  await signInByForm(page);
  const opened = context.waitForEvent('page');
  await page.locator(`a[href*="${applicationId('campus')}"]`).click();
  await (await opened).waitForURL(`${sampleUrl()}/**`);
  await page.goto(`/uk/button-wizard?appId=${sandbox.id}`);
  await takenOver(page);
  await page.goto(`/uk/apps?appId=${sandbox.id}`);
  await expect(page.locator('table')).toBeVisible();
  await page.goto('/uk/privacy-policy');
  await page.locator('footer select').selectOption('dark');
  const cookies = (await context.cookies(page.url())).map(({ name }) => name);
  const stored = () =>
    page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(cookies).toContain('brama_session');
  await expect
    .poll(stored)
    .toEqual(expect.arrayContaining(['brama-theme', 'button-wizard', 'brama.received-ticket']));
  for (const name of [...cookies, ...(await stored())])
    await expect(page.locator('main code').filter({ hasText: name }).first()).toBeVisible();
});
