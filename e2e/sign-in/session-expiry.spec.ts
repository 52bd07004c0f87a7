// What a person sees when the session has ended.

import {
  bramaUrl,
  expect,
  fillIn,
  forgive,
  signIn,
  startSession,
  submit,
  test,
  wordsOf,
} from '../support/brama.ts';

test('«my data» after session expiry shows one message and one link that returns here', {
  tag: '@journey',
}, async ({ page, complaints }) => {
  const language = 'uk';
  const words = await wordsOf(page, language, 'profile');
  const common = await wordsOf(page, language, 'common');
  const login = await wordsOf(page, language, 'login');
  await signIn(page, 'o.shevchenko', language);
  await page.context().clearCookies({ name: 'brama_session' });
  await page.locator('[aria-haspopup=dialog]').click();
  const dialog = page.getByRole('dialog', { name: words.title });
  await expect(dialog.getByText(words['session-ended'].title)).toBeVisible();
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  await expect(dialog.getByRole('link')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: common.actions.retry })).toHaveCount(0);
  await expect(dialog).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
  await dialog.getByRole('link', { name: words['session-ended'].action }).click();
  await expect(page.getByText(login['session-ended'].title)).toBeVisible();
  await fillIn(page);
  await submit(page);
  await expect(dialog).toContainText('KV-24-0117');
  await expect(dialog.locator('[aria-labelledby=sessions] li').first()).toBeVisible();
  forgive(complaints, 401);
});

test('a reload after session expiry shows the reason on the sign-in page', async ({ page }) => {
  const language = 'en';
  const login = await wordsOf(page, language, 'login');
  for (const path of ['apps?appId=abc', 'password']) {
    await startSession(page);
    await page.goto(`/${language}/${path}`);
    const cookies = await page.context().cookies();
    await page.request.post('/api/auth/logout', { headers: { origin: bramaUrl() } });
    await page.context().addCookies(cookies);
    await page.reload();
    await expect(page.getByText(login['session-ended'].title)).toBeVisible();
    // said once
    await expect(page).not.toHaveURL(/session=/);
  }
});

test('in «my data» an action after session expiry shows the same message', async ({
  page,
  complaints,
}) => {
  const words = await wordsOf(page, 'uk', 'profile');
  await page.request.get('/');
  await signIn(page);
  const other = await page.context().browser()?.newContext({ baseURL: bramaUrl() });
  await startSession((await other?.newPage()) ?? page);
  await page.locator('[aria-haspopup=dialog]').click();
  const sessions = page.locator('[aria-labelledby=sessions]');
  await expect(sessions.getByRole('listitem').nth(1)).toBeVisible();
  await page.context().clearCookies({ name: 'brama_session' });
  const others = sessions.getByRole('button', { name: words.sessions.others });
  await others.click();
  await others.click();
  await expect(page.getByText(words['session-ended'].title)).toBeVisible();
  await expect(sessions).toHaveCount(0);
  await other?.close();
  forgive(complaints, 401);
});

test('messages and pages show the beginning of the request id as a reference code', async ({
  page,
  complaints,
}) => {
  const { reference: words } = await wordsOf(page, 'en', 'common');
  const requestId = '1f0c9c64-5a3e-4b7e-9d10-3a3c7b1f6a21';
  const reference = (id: string) =>
    page.locator('p', { hasText: words.label }).locator('code', { hasText: id });
  await signIn(page, 'o.shevchenko', 'en');
  await page.route('**/api/sessions', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', requestId } } }),
  );
  await page.locator('[aria-haspopup=dialog]').click();
  await expect(reference('1f0c9c64')).toBeVisible();
  await page.context().clearCookies({ name: 'brama_session' });
  const answer = await page.goto('/user');
  const id = `${answer?.headers()['x-request-id']}`;
  await expect(reference(id.slice(0, 8))).toBeVisible();
  const refused = await page.goto('/oidc/auth?client_id=nobody');
  const refusedId = `${refused?.headers()['x-request-id']}`;
  await expect(reference(refusedId.slice(0, 8))).toBeVisible();
  for (const status of [503, 401, 400]) forgive(complaints, status);
});
