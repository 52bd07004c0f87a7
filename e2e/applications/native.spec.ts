// A native application on this computer signs in, and the user confirms each sign-in. In both languages, with and without
// JavaScript, by keyboard, on a narrow screen.

import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyToSystem, bramaUrl, expect, startSession, test, wordsOf } from '../support/brama.ts';
import { expectReadable, inEveryWay, otherThan } from '../support/ways.ts';

const clientId = 'e2e-tool';
const tool = {
  id: '5d4e7f96-a04f-4ebc-8e95-bd8b6fd07c45',
  name: clientId,
  title: { uk: 'Консоль кампусу', en: 'Campus console' },
  description: { uk: 'Команди для термінала', en: 'Commands for a terminal' },
  access: { groups: ['students', 'employees'] },
  protocol: {
    type: 'oidc',
    metadata: {
      client_id: clientId,
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
  },
};

/** Starts the application: it listens on a port that is not registered. */
async function startTool() {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>tool</title>done'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const redirect_uri = `http://127.0.0.1:${port}/callback`;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri,
    scope: 'openid profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return {
    redirect_uri,
    address: `${bramaUrl()}/oidc/auth?${query}`,
    close: () => server.close(),
    async exchange(location: string) {
      const code = new URL(location).searchParams.get('code') ?? '';
      const answer = await fetch(`${bramaUrl()}/oidc/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          code,
          redirect_uri,
          code_verifier: verifier,
        }),
      });
      return answer.status;
    },
  };
}

test.beforeAll(() => applyToSystem({ applications: [tool] }));

inEveryWay((way) => {
  const { language } = way;

  test('the user cancels, then confirms; the next request asks again', async ({ page }) => {
    const { redirect_uri, address, exchange, close } = await startTool();
    await startSession(page);
    await page.goto(address);
    const { 'native-confirm': words } = await wordsOf(page, language, 'interaction');
    await expect(page.locator('h1')).toHaveText(words.title);
    const main = page.locator('main');
    for (const text of [tool.title[language], words['this-computer'], words.warning])
      await expect(main).toContainText(text);
    await expectReadable(page, way);
    // the other language asks the same, and back
    const { 'native-confirm': other } = await wordsOf(page, otherThan(language), 'interaction');
    await page.locator('header a[hreflang]').click();
    await expect(page.locator('h1')).toHaveText(other.title);
    await page.locator('header a[hreflang]').click();
    await expect(page.locator('h1')).toHaveText(words.title);
    // by keyboard alone
    const yes = page.getByRole('button', { name: words.yes, exact: true });
    const no = page.getByRole('button', { name: words.no, exact: true });
    await yes.focus();
    await page.keyboard.press('Tab');
    await expect(no).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${redirect_uri}?error=access_denied*`);

    await page.goto(address);
    await yes.press('Enter');
    await page.waitForURL(`${redirect_uri}?code=*`);
    expect(await exchange(page.url())).toBe(200);

    await page.goto(address);
    await expect(page.locator('h1')).toHaveText(words.title);
    close();
  });
}, 320);
