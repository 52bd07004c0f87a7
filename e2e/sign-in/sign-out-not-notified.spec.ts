// Signing out while an application is dead and another never answers: the person waits for neither, and reads
// the names of both.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, languages, password, test, wordsOf } from '../support/brama.ts';
import { applyManifest, freePort, type System, startSystem } from '../support/processes.ts';

const parties = [
  { name: 'deaf', title: { uk: 'Розклад', en: 'Timetable' } },
  { name: 'slow', title: { uk: 'Гуртожиток', en: 'Dormitory' } },
  { name: 'good', title: { uk: 'Бібліотека', en: 'Library' } },
] as const;
type Name = (typeof parties)[number]['name'];

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

/** Adds the applications to the running system; returns the address at which each starts its sign-in. */
async function addApplications(system: System, ports: Record<Name, number>) {
  const applications = parties.map(({ name, title }) => {
    const origin = `http://127.0.0.1:${ports[name]}`;
    return {
      id: crypto.randomUUID(),
      name,
      title,
      description: title,
      access: 'everyone',
      protocol: {
        type: 'oidc',
        metadata: {
          redirect_uris: [`${origin}/callback`],
          backchannel_logout_uri: `${origin}/out`,
        },
        secret: 'U2x1aGFjaCBpIGtseXVjaCB2aWQgYnJhbXkgOTk5',
        pkce: 'allowed',
      },
    };
  });
  await applyManifest(system.dataDir, { applications });
  return applications.map(({ id, protocol: { metadata } }) => {
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: metadata.redirect_uris[0] ?? '',
    });
    return `${system.url}/oidc/auth?${query}`;
  });
}

test('the sign-in page names the applications that missed the sign-out, in both languages', async ({
  page,
}) => {
  const [good, slow] = [await listen(true), await listen(false)];
  const system = await startSystem();
  try {
    const ports = { good: good.port, slow: slow.port, deaf: await freePort() };
    const addresses = await addApplications(system, ports);
    for (const [index, language] of languages.entries()) {
      const post = (path: string, data: unknown) =>
        page.request.post(system.url + path, { headers: { origin: system.url }, data });
      const proved = await post('/api/auth', { username: 'o.shevchenko', password });
      await post('/api/auth/internal', await proved.json());
      for (const address of addresses) {
        const answer = await page.request.get(address, { maxRedirects: 0 });
        expect(answer.headers()['location']).toContain('code=');
      }
      await page.goto(`${system.url}/${language}/apps`);
      const apps = await wordsOf(page, language, 'apps');
      await page.getByRole('button', { name: apps['sign-out'].action }).click();
      await page.waitForURL(`${system.url}/${language}/?signed-out&untold=*`);
      const named = new Intl.ListFormat(language).format(
        parties.filter(({ name }) => name !== 'good').map(({ title }) => title[language]),
      );
      const notice = page.getByText(named);
      await expect(notice).toBeVisible();
      await expect(notice).not.toContainText(parties[2].title[language]);
      await expectAccessible(page);
      expect(good.told()).toBe(index + 1);
    }
  } finally {
    good.close();
    slow.close();
    await system.stop();
    system.remove();
  }
});
