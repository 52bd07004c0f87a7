// What a person sees when the session has ended.

import { expect, fillIn, test, wordsOf } from './brama.ts';
import { startSystem } from './processes.ts';

test('a session that has ended: signing in again, with a notice, keeping what was wanted', async ({
  page,
}) => {
  const system = await startSystem({ env: { SESSION_IDLE_SECONDS: '2' } });
  try {
    const words = await wordsOf(page, 'uk', 'login');
    await page.goto(`${system.url}/uk/`);
    await fillIn(page, 'o.shevchenko');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/uk/apps');
    await expect(page.locator('h1')).toContainText('Шевченко');
    const { cookies } = await page.context().storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    // asking keeps it alive: wait beyond the idle end first, then look
    await expect
      .poll(
        async () =>
          (await page.request.get(`${system.url}/user`, { headers: { cookie } })).status(),
        { intervals: [2500, 2500], timeout: 15_000 },
      )
      .toBe(401);
    await page.goto(`${system.url}/uk/apps?appId=abc`);
    await page.waitForURL(`${system.url}/uk/?appId=abc`);
    // a page that was open meanwhile learns of it when it asks again
    await page.goto(`${system.url}/uk/?session=ended`);
    await expect(page.getByText(words['session-ended'].title)).toBeVisible();
  } finally {
    await system.stop();
    system.remove();
  }
});
