// What a person sees when the session has ended.

import { expect, password, test, wordsOf } from './brama.ts';
import { startSystem } from './processes.ts';

test('a session that has ended: signing in again, with a notice, keeping what was wanted', async ({
  page,
}) => {
  const system = await startSystem({ env: { SESSION_IDLE_SECONDS: '1' } });
  try {
    const words = await wordsOf(page, 'uk', 'login');
    const post = (path: string, data: unknown) =>
      page.request.post(system.url + path, { headers: { origin: system.url }, data });
    const proved = await post('/api/auth', { username: 'o.shevchenko', password });
    expect((await post('/api/auth/internal', await proved.json())).ok()).toBe(true);
    const cookies = await page.context().cookies(system.url);
    expect(cookies.map(({ name }) => name)).toContain('brama_session');
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    // asking keeps it alive: look no sooner than it may have ended
    await expect
      .poll(
        async () =>
          (await page.request.get(`${system.url}/user`, { headers: { cookie } })).status(),
        { intervals: [1_500] },
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
