// Signing out while an application is dead and another never answers: the person waits for neither, and reads
// the names of both.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addApplication, addUser } from '../support/administration.ts';
import {
  bramaUrl,
  expect,
  startSession,
  test,
  waitForSignInPage,
  wordsOf,
} from '../support/brama.ts';
import { freePort } from '../support/processes.ts';

type Title = { uk: string; en: string };

const titles = {
  deaf: { uk: 'Розклад', en: 'Timetable' },
  slow: { uk: 'Гуртожиток', en: 'Dormitory' },
  good: { uk: 'Бібліотека', en: 'Library' },
} satisfies Record<string, Title>;

/** Answers as the good one does, or as the slow one: never. */
async function listen(answers: boolean) {
  let told = 0;
  const server = createServer((request, response) => {
    told += 1;
    request.resume();
    if (answers) response.writeHead(200).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as AddressInfo).port,
    told: () => told,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Adds an application for the group; returns the address at which it starts its sign-in. */
async function addParty(group: string, title: Title, port: number): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const redirect_uri = `${origin}/callback`;
  const client_id = await addApplication({
    title,
    access: { group },
    protocol: {
      type: 'oidc',
      metadata: {
        redirect_uris: [redirect_uri],
        backchannel_logout_uri: `${origin}/out`,
      },
      pkce: 'allowed',
    },
  });
  const query = new URLSearchParams({
    client_id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri,
  });
  return `${bramaUrl()}/oidc/auth?${query}`;
}

test('the sign-in page names the applications that missed the sign-out', {
  tag: '@journey',
}, async ({ page }) => {
  const [good, slow] = [await listen(true), await listen(false)];
  const group = randomUUID();
  const { username } = addUser({ prefix: 'leaves', groups: [group] });
  try {
    const ports = { good: good.port, slow: slow.port, deaf: await freePort() };
    await startSession(page, username);
    for (const name of ['deaf', 'slow', 'good'] as const) {
      const address = await addParty(group, titles[name], ports[name]);
      const answer = await page.request.get(address, { maxRedirects: 0 });
      expect(answer.headers()['location']).toContain('code=');
    }
    await page.goto('/en/apps');
    const apps = await wordsOf(page, 'en', 'apps');
    await page.getByRole('button', { name: apps['sign-out'].action }).click();
    await waitForSignInPage(page, 'en');
    const notice = page.getByText(titles.deaf.en).filter({ hasText: titles.slow.en });
    await expect(notice).toBeVisible();
    await expect(notice).not.toContainText(titles.good.en);
    expect(good.told()).toBe(1);
  } finally {
    good.close();
    slow.close();
  }
});
