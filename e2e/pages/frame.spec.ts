// What stands around every page: theme, connection, links that keep what is carried, pages that break.

import {
  applicationId,
  applicationTitle,
  bramaUrl,
  breakApplications,
  expect,
  expectAccessible,
  expectNoSideways,
  fillIn,
  forgive,
  openSignIn,
  signIn,
  signInByForm,
  studentName,
  submit,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';

const background = { light: 'rgb(250, 250, 255)', dark: 'rgb(15, 16, 36)' };

test('the page is #fafaff; the theme follows the system, then the choice, on all pages and tabs', {
  tag: '@journey',
}, async ({ page, context }) => {
  const words = await wordsOf(page, 'uk', 'common');
  const body = page.locator('body');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/uk/');
  await expect(body).toHaveCSS('background-color', background.light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).toHaveCSS('background-color', background.dark);
  const second = await context.newPage();
  await second.emulateMedia({ colorScheme: 'dark' });
  await second.goto('/uk/faq');
  await page.getByLabel(words.theme.label).selectOption('light');
  await expect(body).toHaveCSS('background-color', background.light);
  await expect(second.locator('body')).toHaveCSS('background-color', background.light);
  await expect(second.getByLabel(words.theme.label)).toHaveValue('light');
  await page.goto('/en/privacy-policy');
  await expect(body).toHaveCSS('background-color', background.light);
  await page.getByLabel('Appearance').selectOption('system');
  await expect(body).toHaveCSS('background-color', background.dark);
});

test('a stored theme applies before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    localStorage.setItem('brama-theme', 'dark');
    const seen: string[] = [];
    (window as unknown as { seen: string[] }).seen = seen;
    requestAnimationFrame(() => seen.push(getComputedStyle(document.documentElement).colorScheme));
  });
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/uk/', { waitUntil: 'commit' });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await expect.poll(seen).toEqual(['dark']);
  // the list is there as well, but it has no listener yet
  const choice = page.locator('footer select');
  await expect(choice).toBeDisabled();
  held.resolve();
  await expect(choice).toBeEnabled();
  await expect(choice).toHaveValue('dark');
});

test('the page shows a message when it goes offline and when it is online again', {
  tag: '@journey',
}, async ({ page, context, complaints }) => {
  const language = 'uk';
  const words = await wordsOf(page, language, 'common');
  const login = await wordsOf(page, language, 'login');
  await page.clock.install();
  await openSignIn(page, language);
  await fillIn(page, 'o.shevchenko');
  await context.setOffline(true);
  await expect(page.getByText(words.states.offline)).toBeVisible();
  await expectAccessible(page);
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(login.errors.offline);
  // what was typed is not lost
  await expect(page.locator('#username')).toHaveValue('o.shevchenko');
  await expect(page.locator('#current-password')).not.toHaveValue('');
  // said for four seconds, which are over when we say
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await context.setOffline(false);
  await expect(page.getByText(words.states.online)).toBeVisible();
  await expect(async () => {
    await page.clock.runFor(4_000);
    await expect(page.getByText(words.states.online)).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await page.clock.resume();
  await submit(page);
  await page.waitForURL(`**/${language}/apps`);
  forgive(complaints, 'ERR_INTERNET_DISCONNECTED');
});

test('the sign-in page shows the application, its own host and a link to help', {
  tag: '@journey',
}, async ({ page }) => {
  const language = 'en';
  const words = await wordsOf(page, language, 'login');
  const appId = applicationId('campus');
  await page.goto(`/${language}/?appId=${appId}&state=s%26`);
  const title = applicationTitle('campus', language);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `${words['title-for']} ${title}`,
  );
  await expect(page.locator('main .plate, main [data-plate]').first()).toBeVisible();
  // the name of the organisation, as its settings give it in each language
  await expect(page.locator('main')).toContainText(`The University. ${words.description}`);
  await expect(page.getByText(new URL(bramaUrl()).host)).toBeVisible();
  await page.getByRole('link', { name: words.form.trouble }).click();
  await page.waitForURL(`**/${language}/recovery?appId=${appId}&state=s%26`);
  await page.locator('main a[href*="/faq"]').first().click();
  await page.waitForURL(`**/${language}/faq?appId=${appId}&state=s%26#cannot-sign-in`);
  // back through the page’s own link, without any history
  const direct = page.url();
  await page.context().clearCookies();
  const fresh = await page.context().newPage();
  await fresh.goto(direct);
  const common = await wordsOf(page, language, 'common');
  await takenOver(fresh);
  await fresh.getByRole('link', { name: common.actions.back }).click();
  await fresh.waitForURL(`**/${language}/?appId=${appId}&state=s%26`);
});

test('a page error shows a reference code and is reported once', { tag: '@journey' }, async ({
  page,
  complaints,
}) => {
  const language = 'en';
  const words = await wordsOf(page, language, 'common');
  await signIn(page, 'o.shevchenko', language);
  const reports: { reference: string; page: string }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/page-errors')) reports.push(request.postDataJSON());
  });
  await breakApplications(page);
  await page.goto(`/${language}/apps`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.broken.title);
  const shown = await page
    .getByText(/[2-9B-Z]{8}/)
    .first()
    .innerText();
  await expect.poll(() => reports).toHaveLength(1);
  expect(shown).toContain(reports[0]?.reference);
  expect(reports[0]?.page).toBe(`/${language}/apps`);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect(reports).toHaveLength(1);
  await page.unroute('**/apps');
  await page.getByRole('button', { name: words.broken.reload }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(studentName[language]);
  forgive(complaints, 'TypeError');
  forgive(complaints, 'Minified React error #422');
});

test('sign-in in one tab redirects the sign-in page in another tab', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(`/uk/?appId=unknown`);
  await signInByForm(page);
  await other.waitForURL('**/uk/apps');
});

test('the language comes from the path, then the cookie, then local storage', async ({
  page,
  context,
}) => {
  await page.goto('/en/');
  await page.goto('/');
  await page.waitForURL('**/en/');
  // a script stores the language
  await takenOver(page);
  await context.clearCookies();
  await page.goto('/faq?a=1');
  await page.waitForURL('**/en/faq?a=1');
  await page.goto('/uk/faq');
  await takenOver(page);
  await context.clearCookies();
  await page.goto('/');
  await page.waitForURL('**/uk/');
});

test('the sign-in form is 450 px wide; the list has two columns from 640 px', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/uk/');
  await expect.poll(() => page.locator('form').boundingBox()).toMatchObject({ width: 450 });
  await signIn(page);
  // all lists, one for each category; those of one application share a row
  const columns = () =>
    page
      .locator('main ul:has(> :nth-child(2))')
      .evaluateAll((lists) => [
        ...new Set(
          lists.map((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length),
        ),
      ]);
  await page.setViewportSize({ width: 640, height: 800 });
  await expect.poll(columns).toEqual([2]);
  await page.setViewportSize({ width: 639, height: 800 });
  await expect.poll(columns).toEqual([1]);
});

test('the applications are in the page, which requests no data', async ({ page }) => {
  await signIn(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const answer = await page.goto('/uk/apps');
  expect(await answer?.text()).toMatch(/<h1.*Шевченко.*<ul.*Бібліотека/s);
  await takenOver(page);
  const files = /^\/(assets|application-icons|campus-icons)\/[^/]+$/;
  expect(asked.filter((path) => !files.test(path))).toEqual(['/uk/apps']);
});

test('a JSON response opened in a browser becomes a page, complete after hydration', async ({
  page,
  complaints,
}) => {
  const language = 'uk';
  const errors = await wordsOf(page, language, 'errors');
  await page.goto(`/${language}/`);
  const answer = await page.goto('/user');
  expect(answer?.status()).toBe(401);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(errors.trouble.title);
  await expect(page.getByText(errors.codes['session.required'])).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await page
    .getByRole('link', { name: (await wordsOf(page, language, 'common')).actions.retry })
    .click();
  await page.waitForURL(`**/${language}/`);
  await page.goto('/faq');
  await page.waitForURL(`**/${language}/faq`);
  forgive(complaints, 401);
});

test('an error in the page frame shows the error page with a code and is reported', async ({
  page,
  complaints,
}) => {
  const language = 'uk';
  const words = await wordsOf(page, language, 'common');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', {
      get() {
        throw new Error('broken on purpose');
      },
    });
  });
  const report = page.waitForRequest('**/api/page-errors');
  await page.goto(`/${language}/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.broken.title);
  const { reference } = (await report).postDataJSON();
  await expect(page.getByText(reference)).toBeVisible();
  forgive(complaints, 'Error: broken on purpose');
});

test('without BroadcastChannel sign-in and sign-out still work', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'BroadcastChannel', {
      value: class {
        constructor() {
          throw new Error('forbidden');
        }
      },
    });
  });
  await signInByForm(page);
  await page.getByRole('button', { name: 'Вийти' }).click();
  await expect(page.getByText('Ви вийшли')).toBeVisible();
});
