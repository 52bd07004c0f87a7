// Who sees which page: gates, languages, notices, dialogs, not-found.

import {
  applicationId,
  bramaUrl,
  expect,
  fillIn,
  forgive,
  openSignIn,
  sampleUrl,
  signedInTest,
  signIn,
  startSession,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

test('without a session the applications lead to the sign-in page, with one back; the query stays', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto(`/uk/apps?appId=${applicationId('my-kpi')}&state=abc`);
  await page.waitForURL(`**/uk/?appId=${applicationId('my-kpi')}&state=abc`);
  await startSession(page);
  await page.goto('/uk/?utm=1');
  await page.waitForURL('**/uk/apps?utm=1');
});

test('an application’s button signs the user in and returns to the application with its state', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto(`${sampleUrl()}/campus`);
  await page.getByRole('link', { name: 'Увійти через Браму' }).click();
  await page.waitForURL(`${bramaUrl()}/uk/?appId=*&state=*`);
  await fillIn(page, 'm.kovalenko');
  await submit(page);
  await page.waitForURL(`${sampleUrl()}/campus`);
  await expect(page.getByText('Коваленко Микола Петрович').first()).toBeVisible();
  await expect(page.getByRole('row', { name: 'Позначка запиту' })).toBeVisible();
  // Back does no harm: no second sign-in, no loop
  await page.goBack();
  await expect(page).not.toHaveURL(/ticketId/);
  // another application requires no second password
  await page.goto(`${sampleUrl()}/my-kpi`);
  await page.getByRole('link', { name: 'Увійти через Браму' }).click();
  await page.waitForURL(`${sampleUrl()}/my-kpi`);
  await expect(page.getByText('Коваленко Микола Петрович').first()).toBeVisible();
});

signedInTest(
  'an unknown appId shows a notice, and only appId leaves the address',
  {
    tag: '@journey',
  },
  async ({ page }) => {
    const words = await wordsOf(page, 'en', 'apps');
    await page.goto('/en/apps?appId=00000000-0000-4000-8000-000000000000&keep=1');
    await expect(page.getByRole('alert')).toContainText(words['redirect-error'].title);
    await expect(page).toHaveURL('/en/apps?keep=1');
    await page.reload();
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.getByText(words['redirect-error'].title)).toHaveCount(0);
  },
);

signedInTest(
  'my data shows every field, and -- for unknown values',
  { tag: '@journey' },
  async ({ page }) => {
    const words = await wordsOf(page, 'en', 'profile');
    await page.goto('/en/apps');
    await takenOver(page);
    const opener = page.getByRole('button', { name: 'your data' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: words.title });
    await expect(dialog).toContainText('KV-24-0117');
    await expect(dialog).toContainText('Факультет прикладної математики');
    await expect(dialog).toContainText('--');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  },
);

test('an unknown page returns 404 with a message and a link to the start page', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const words = await wordsOf(page, 'uk', 'errors');
  const answer = await page.goto('/uk/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['not-found'].title);
  await page.getByRole('link', { name: words['not-found'].return }).click();
  await page.waitForURL('**/uk/');
  forgive(complaints, 404);
});

test('the language switch keeps path and query and stores the choice', {
  tag: '@journey',
}, async ({ page }) => {
  const query = `?appId=${applicationId('campus')}&state=a%26%2Fb`;
  await page.goto(`/uk/${query}`);
  await page.getByRole('link', { name: 'Switch to English' }).click();
  await page.waitForURL(`**/en/${query}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/');
  await page.waitForURL('**/en/');
  await page.getByRole('link', { name: 'Перейти на українську' }).click();
  await page.waitForURL('**/uk/');
});

test('every user sees only their own applications, or an explanation that there are none', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page, 'o.shevchenko');
  await expect(page.getByRole('link', { name: 'Бібліотека' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Бронювання аудиторій' })).toHaveCount(0);
  await page.context().clearCookies();
  await signIn(page, 'm.kovalenko');
  await expect(page.getByRole('link', { name: 'Бронювання аудиторій' })).toBeVisible();
  await page.context().clearCookies();
  const words = await wordsOf(page, 'uk', 'apps');
  await signIn(page, 'г.ґудзь');
  await expect(page.getByText(words['no-apps-error'].title)).toBeVisible();
});

signedInTest(
  'a new visit, a reload and a second tab keep the session',
  async ({ page, context }) => {
    await page.goto('/uk/apps');
    const second = await context.newPage();
    await second.goto(`/uk/apps?appId=${applicationId('campus')}`);
    await second.waitForURL(`${sampleUrl()}/campus`);
    await page.reload();
    await expect(page.locator('h1')).toContainText('Шевченко');
    await second.goBack();
    await second.goto('/uk/apps');
    await expect(second.locator('h1')).toContainText('Шевченко');
  },
);

test('keyboard only: skip link, sign in, open the dialog, sign out', { tag: '@journey' }, async ({
  page,
}) => {
  await openSignIn(page);
  await page.locator('body').press('Tab');
  await page.locator('#username').focus();
  await page.keyboard.type('o.shevchenko');
  await page.keyboard.press('Tab');
  await page.keyboard.type('brama-demo-2026');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/uk/apps');
  const opener = page.getByRole('button', { name: 'свої дані' });
  // not before hydration
  await expect(opener).toBeEnabled();
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Вийти' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ви вийшли')).toBeVisible();
});
