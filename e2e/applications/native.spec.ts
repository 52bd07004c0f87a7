// A native application on this computer signs in, and the user confirms each sign-in, by keyboard. The rules are
// tested in packages/server/src/applications/oidc/native.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addApplication } from '../support/administration.ts';
import { bramaUrl, expect, startSession, test, wordsOf } from '../support/brama.ts';

const clientId = `e2e-tool-${randomUUID()}`;
const tool = {
  title: { uk: 'Консоль кампусу', en: 'Campus console' },
  access: { group: 'students' },
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

test('the user cancels, then confirms; the next request asks again', { tag: '@journey' }, async ({
  page,
}) => {
  const language = 'uk';
  await addApplication(tool);
  const { redirect_uri, address, exchange, close } = await startTool();
  await startSession(page);
  await page.goto(address);
  const { 'native-confirm': words } = await wordsOf(page, language, 'interaction');
  await expect(page.locator('h1')).toHaveText(words.title);
  const main = page.locator('main');
  for (const text of [tool.title[language], words['this-computer'], words.warning])
    await expect(main).toContainText(text);
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
