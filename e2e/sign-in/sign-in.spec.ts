// Signing in and out with a password, as a person sees it.

import {
  applicationTitle,
  expect,
  expectAccessible,
  fillIn,
  forgive,
  openSignIn,
  password,
  sampleUrl,
  signIn,
  studentName,
  submit,
  test,
  wordsOf,
} from '../support/brama.ts';

test('the user signs in, sees the applications and opens one, which shows the user’s name', {
  tag: '@journey',
}, async ({ page }) => {
  const language = 'uk';
  const words = await wordsOf(page, language, 'login');
  await openSignIn(page, language);
  await expect(page).toHaveTitle(new RegExp(words['page-title']));
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
  const button = page.getByRole('button', { name: words.form.submit, exact: true });
  await expect(button).toBeDisabled();
  await page.locator('#username').fill('o.shevchenko');
  await expect(button).toBeDisabled();
  await fillIn(page, 'o.shevchenko');
  await expect(button).toBeEnabled();
  await button.click();
  await page.waitForURL(`**/${language}/apps`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(studentName[language]);

  const title = applicationTitle('campus', language);
  const card = page.getByRole('link', { name: title });
  const [opened] = await Promise.all([page.waitForEvent('popup'), card.click()]);
  await opened.waitForURL(`${sampleUrl()}/campus`);
  await expect(opened.getByText('Шевченко Олена Іванівна').first()).toBeVisible();
  await expect(opened.getByRole('row', { name: 'AUTH_METHOD PASSWORD' })).toBeVisible();
  await expect(opened.getByRole('row', { name: 'STUDENT_ID KV-24-0117' })).toBeVisible();
  await expectAccessible(opened);
});

test('a wrong password keeps the username, clears the password and shows an error', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const language = 'en';
  const words = await wordsOf(page, language, 'login');
  await openSignIn(page, language);
  await fillIn(page, 'o.shevchenko', 'wrong');
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(words.errors.title);
  await expect(page.getByRole('alert')).toContainText(words.errors['invalid-credentials']);
  await expect(page.locator('#username')).toHaveValue('o.shevchenko');
  await expect(page.locator('#current-password')).toHaveValue('');
  const field = page.getByLabel(words.form.password.label, { exact: true });
  await expect(field).toBeFocused();
  await expect(page).toHaveTitle(/^(Помилка|Error):/);
  forgive(complaints, 401);
});

test('Enter in an incomplete form names the empty fields and focuses the first', async ({
  page,
}) => {
  const words = await wordsOf(page, 'en', 'login');
  await openSignIn(page, 'en');
  const [username, secret] = [page.locator('#username'), page.locator('#current-password')];
  await secret.press('Enter');
  await expect(username).toBeFocused();
  await expect(username).toHaveAttribute('aria-invalid', 'true');
  await expect(username).toHaveAccessibleDescription(new RegExp(words.form['missing-username']));
  await expect(secret).toHaveAccessibleDescription(new RegExp(words.form['missing-password']));
  await expectAccessible(page);
  await username.fill('o.shevchenko');
  await expect(page.getByText(words.form['missing-username'])).toHaveCount(0);
  await username.press('Enter');
  await expect(secret).toBeFocused();
  await secret.fill(password);
  await expect(page.getByText(words.form['missing-password'])).toHaveCount(0);
  await secret.press('Enter');
  await page.waitForURL('**/en/apps');
});

for (const [code, status] of [
  ['sign-in.throttled', 429],
  ['busy', 503],
] as const)
  test(`${code}: the button counts down, then works; only start and end are announced`, async ({
    page,
    complaints,
  }) => {
    const { form, errors } = await wordsOf(page, 'en', 'login');
    await page.clock.install();
    await openSignIn(page, 'en');
    await page.route('**/api/auth', (route) =>
      route.fulfill({
        status,
        headers: { 'retry-after': '102' },
        json: { error: { code, requestId: '1f0c9c64-5a3e-4b7e-9d10-3a3c7b1f6a21' } },
      }),
    );
    await fillIn(page);
    await submit(page);
    forgive(complaints, status);
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    const button = page.locator('main button[type=submit]');
    await expect(button).toBeDisabled();
    await expect(button).toContainText(form.wait.replace('{{time}}', '1:42'));
    await expect(alert).toContainText(errors.wait.replace('{{wait}}', '2 minutes'));
    const told = await alert.innerText();
    await page.clock.runFor(60_000);
    await expect(button).toContainText(form.wait.replace('{{time}}', '0:42'));
    expect(await alert.innerText()).toBe(told);
    await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveCount(0);
    await page.clock.runFor(43_000);
    await expect(button).not.toContainText('0:');
    await expect(button).toContainText(form.submit);
    await expect(button).toBeEnabled();
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole('status').getByText(form.again)).toBeAttached();
  });

test('a trailing space after the username is ignored; a username of spaces alone is rejected', async ({
  page,
}) => {
  const words = await wordsOf(page, 'uk', 'login');
  await openSignIn(page);
  const button = page.getByRole('button', { name: words.form.submit, exact: true });
  await fillIn(page, '   ');
  await expect(button).toBeDisabled();
  await page.locator('#username').press('Enter');
  await expect(page).toHaveURL('/uk/');
  // a password may be made of spaces
  await fillIn(page, 'o.shevchenko', '   ');
  await expect(button).toBeEnabled();
  await page.getByRole('button', { name: words.form.password.show }).click();
  await expect(button).toBeEnabled();
  await fillIn(page, ' o.shevchenko ');
  const sent = page.waitForRequest('**/api/auth');
  await submit(page);
  expect((await sent).postDataJSON()).toEqual({ username: 'o.shevchenko', password });
  await page.waitForURL('**/uk/apps');
});

test('the username field accepts an email address, and its label says so', async ({ page }) => {
  const language = 'en';
  const words = await wordsOf(page, language, 'login');
  const label = 'Username or email';
  expect(words.form.username).toBe(label);
  await openSignIn(page, language);
  await page.getByLabel(label).fill('O.Shevchenko@campus.example');
  await page.locator('#current-password').fill(password);
  await submit(page);
  await page.waitForURL(`**/${language}/apps`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(studentName[language]);
});

test('the password can be shown and hidden, and is hidden again on submit', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'login');
  await openSignIn(page);
  await fillIn(page, 'o.shevchenko', 'видно');
  const field = page.locator('#current-password');
  await page.getByRole('button', { name: words.form.password.show }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: words.form.password.hide }).click();
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: words.form.password.show }).click();
  await field.press('Enter');
  await expect(field).toHaveAttribute('type', 'password');
  await expect(page.getByRole('alert')).toContainText(words.errors.title);
  forgive(complaints, 401);
});

test('during sign-in the button is busy and ignores a second press', {
  tag: '@journey',
}, async ({ page }) => {
  const words = await wordsOf(page, 'uk', 'login');
  let calls = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth', async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await openSignIn(page);
  await fillIn(page, 'o.shevchenko');
  await submit(page);
  await expect(page.getByRole('button', { name: words.form.submitting })).toBeDisabled();
  await expect(page.locator('#username')).toHaveJSProperty('readOnly', true);
  await page.locator('#username').press('Enter');
  release();
  await page.waitForURL('**/uk/apps');
  expect(calls).toBe(1);
});

test('a server error does not blame the password, and a retry succeeds', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'login');
  await page.route('**/api/auth/internal', (route) => route.abort(), { times: 1 });
  await openSignIn(page);
  await fillIn(page, 'o.shevchenko');
  await submit(page);
  await expect(page.getByRole('alert')).toContainText(words.errors.title);
  await expect(page.getByRole('alert')).not.toContainText(words.errors['invalid-credentials']);
  // no half session: the server has no user
  expect((await page.request.get('/user')).status()).toBe(401);
  await fillIn(page, 'o.shevchenko');
  await submit(page);
  await page.waitForURL('**/uk/apps');
  forgive(complaints, 'ERR_FAILED');
});

test('sign-out ends the session in this tab and in the other tab', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  const words = await wordsOf(page, 'uk', 'login');
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/uk/apps');
  await expect(other.locator('h1')).toContainText('Шевченко');
  const cookies = await context.cookies();
  await page.getByRole('button', { name: 'Вийти' }).click();
  // the notice itself: its parameter leaves the address as soon as it has been shown
  for (const tab of [page, other])
    await expect(tab.getByText(words['signed-out'].title)).toBeVisible();
  const old = cookies.find(({ name }) => name === 'brama_session');
  expect(old).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const answer = await page.request.get('/user', {
    headers: { cookie: `brama_session=${old?.value}` },
  });
  expect(answer.status()).toBe(401);
});
